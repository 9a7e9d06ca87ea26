// Short tones and vibration for events of the table. The screens ask for them only if people have switched them on.

// Frequencies in Hz, played one after the other, and milliseconds of vibration and pauses.
const cues = {
  turn: { tones: [660], buzz: [120] },
  refused: { tones: [220, 208], buzz: [30, 30, 30] },
  time: { tones: [880, 880, 880], buzz: [150, 80, 150, 80, 150] },
  count: { tones: [440], buzz: [40] },
  end: { tones: [523, 659, 784, 1047], buzz: [200, 100, 200] },
};
// Length of a tone in seconds.
const LENGTH = 0.16;

let context;

export function sound(cue) {
  const { tones, buzz } = cues[cue];
  navigator.vibrate?.(buzz);
  context ??= window.AudioContext && new AudioContext();
  if (!context) return;
  context.resume().catch(() => {});
  tones.forEach((frequency, place) => {
    const start = context.currentTime + place * LENGTH;
    const source = new OscillatorNode(context, { frequency, type: "triangle" });
    const volume = new GainNode(context);
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.2, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH);
    source.connect(volume).connect(context.destination);
    source.start(start);
    source.stop(start + LENGTH);
  });
}
