# For Homebrew on Linux; on macOS, build from source.
class Skirmish < Formula
  desc "Print-ready card decks and rulebooks from one folder of data"
  homepage "@URL@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on :linux

  on_intel do
    url "@URL@/skirmish-@VERSION@-x86_64-unknown-linux-gnu.tar.gz"
    sha256 "@SHA256 skirmish-@VERSION@-x86_64-unknown-linux-gnu.tar.gz@"
  end

  on_arm do
    url "@URL@/skirmish-@VERSION@-aarch64-unknown-linux-gnu.tar.gz"
    sha256 "@SHA256 skirmish-@VERSION@-aarch64-unknown-linux-gnu.tar.gz@"
  end

  def install
    bin.install Dir["bin/*"]
    share.install Dir["share/*"]
  end

  test do
    system bin/"skirmish", "new", "my-game"
    system bin/"skirmish", "build", "my-game"
  end
end
