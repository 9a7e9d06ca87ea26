//! Words of headings in many languages, by their meaning. All are in small letters.

/// Headings of the name, the likeliest first.
#[rustfmt::skip]
pub(super) const NAMES: &[&str] = &[
    "name", "card name", "cardname", "card title", "title", "titel", "kartenname", "kartentitel", "nome",
    "nome carta", "nome da carta", "nome della carta", "nombre", "nombre de la carta", "título", "titolo", "titre",
    "nom", "nom de la carte", "naam", "kaartnaam", "namn", "navn", "nimi", "nazwa", "název", "név", "isim", "имя",
    "название", "назва", "όνομα", "名前", "名称", "名稱", "カード名", "卡名", "이름", "اسم", "שם", "ชื่อ", "नाम", "card", "karte",
    "bezeichnung", "intitulé", "libellé", "denominazione", "denominación", "tytuł", "наименование", "rubrik",
    "ονομασία", "τίτλος", "الاسم", "اسم البطاقة", "ad", "kart adı", "nume", "ime", "nama", "název karty",
    "kártya neve", "kortnamn", "kortnavn", "kortin nimi", "tên thẻ", "שם הקלף",
];
/// Headings of the name, if no other column qualifies.
#[rustfmt::skip]
pub(super) const PROMPTS: &[&str] = &[
    "question", "prompt", "frage", "domanda", "pregunta", "pergunta", "word", "wort", "carta", "carte", "карта",
    "カード", "response", "pytanie", "вопрос", "vraag",
];
/// Last letters of headings of names in scripts without spaces.
pub(super) const NAME_ENDS: &[&str] = &["名", "名前", "名称", "名稱", "이름"];
/// Words in a heading of several words that make it one of names, such as `Front Name`.
#[rustfmt::skip]
pub(super) const NAME_WORDS: &[&str] = &[
    "name", "title", "titel", "nome", "nombre", "nom", "naam", "título", "titolo", "titre", "nazwa", "название",
    "имя", "namn", "όνομα", "이름", "navn", "nimi", "név",
];
/// Words that make it a name of something else, such as `File Name`.
#[rustfmt::skip]
pub(super) const OTHER_NAMES: &[&str] = &[
    "file", "image", "img", "picture", "artist", "set", "class", "user", "author", "player", "kind", "type", "deck",
    "code", "short", "species", "faction", "group", "designer", "icon",
];
#[rustfmt::skip]
pub(super) const COUNTS: &[&str] = &[
    "count", "qty", "quantity", "copies", "number of cards", "number of copies", "how many", "card count", "amount",
    "anzahl", "menge", "stück", "stückzahl", "exemplare", "quantità", "quantita", "copie", "pezzi", "cantidad",
    "copias", "ejemplares", "quantidade", "qtd", "qtde", "cópias", "exemplaires", "quantité", "nombre d'exemplaires",
    "qté", "aantal", "antal", "antall", "ilość", "počet", "darab", "määrä", "количество", "кол-во", "кількість", "枚数",
    "数量", "數量", "수량", "x", "#", "no. of cards", "τεμάχια", "ποσότητα", "αντίτυπα", "πλήθος", "张数", "張數", "장수",
    "nombre", "stk", "st", "sztuk", "szt", "العدد", "عدد", "الكمية", "عدد النسخ", "כמות", "עותקים", "מספר עותקים",
    "adet", "จำนวน", "संख्या", "मात्रा", "množství", "počet kusů", "mennyiség", "lukumäärä", "kpl", "số lượng",
    "jumlah", "cantitate", "količina",
];
/// Words that make a heading of several words one of copies.
#[rustfmt::skip]
pub(super) const COPIES: &[&str] = &[
    "qty", "copies", "copie", "copias", "cópias", "exemplare", "exemplaires", "ejemplares", "sztuk", "экземпляров",
    "stückzahl", "αντίτυπα",
];
/// Words for cards and decks: with one of these, a number or a type is that of cards.
#[rustfmt::skip]
pub(super) const DECKS: &[&str] = &[
    "deck", "decks", "card", "cards", "karte", "karten", "kartendeck", "stapel", "mazzo", "carta", "carte", "cartas",
    "mazo", "baralho", "cartes", "paquet", "kaart", "kaarten", "kort", "talia", "talii", "karty", "karta", "колоде",
    "keer", "карт", "карты",
];
#[rustfmt::skip]
pub(super) const KINDS: &[&str] = &[
    "kind", "type", "card type", "cardtype", "category", "class", "typ", "kartentyp", "kartenart", "kategorie",
    "categoria", "categoría", "catégorie", "tipo", "tipo de carta", "tipo di carta", "type de carte", "soort",
    "klasse", "classe", "clase", "sorte", "тип", "тип карты", "вид", "категория", "種類", "种类", "类型", "類型", "タイプ",
    "カテゴリ", "종류", "유형", "rodzaj", "kategoria", "types", "kinds", "tipologia", "τύπος", "είδος", "κατηγορία", "属性",
    "屬性", "النوع", "نوع", "סוג", "tür", "ประเภท", "प्रकार", "druh", "típus", "tyyppi", "loại", "jenis", "vrsta",
    "typ karty", "korttyp",
];
#[rustfmt::skip]
pub(super) const LEFT_OFF: &[&str] = &[
    "id", "nr", "no", "#", "№", "note", "notes", "notizen", "notiz", "bemerkung", "bemerkungen", "anmerkung",
    "anmerkungen", "commento", "commenti", "comment", "comments", "kommentar", "kommentare", "commentaire",
    "commentaires", "comentario", "comentarios", "comentários", "remark", "remarks", "remarque", "remarques",
    "observações", "observaciones", "obs", "notas", "nota", "notities", "opmerking", "opmerkingen", "anteckningar",
    "uwagi", "poznámky", "примечание", "примечания", "заметки", "комментарий", "комментарии", "備考", "メモ", "备注", "備註",
    "비고", "url", "urls", "link", "links", "source", "quelle", "fonte", "fuente", "version", "status", "stato",
    "estado", "statut", "card id", "card no", "card number", "kartennummer", "karten id", "uuid", "guid", "sku",
    "todo", "to do", "designer notes", "last edited", "lp", "α/α", "n°", "序号", "番号", "번호", "σχόλια", "σημειώσεις",
    "comentário", "observação", "index", "order", "sort order", "deck order", "sort", "ملاحظات", "ملاحظة", "הערות",
    "notlar", "หมายเหตุ", "टिप्पणी", "megjegyzés", "huomautuksia", "noter", "anmerkninger", "ghi chú", "catatan",
    "примітки", "observații", "opombe", "created at", "updated at", "created", "modified", "timestamp",
];
/// Last words of headings of notes, such as `Playtest Notes`.
pub(super) const NOTES: &[&str] = &["notes", "note", "comments", "comment", "notizen", "kommentar", "todo", "remarks"];
/// First or last words of headings of ids, such as `ID karty`.
pub(super) const IDS: &[&str] = &["id", "nr", "n°", "№", "uuid"];
/// Words of headings that say how far the work on a card is.
#[rustfmt::skip]
pub(super) const STATES: &[&str] = &[
    "geprüft", "проверено", "status", "stato", "estado", "statut", "playtest", "playtested", "tested", "getestet",
    "todo", "wip", "finished", "revised",
];
/// Headings of numbers that only count the rows, if they do.
pub(super) const NUMBERS: &[&str] = &["number", "nummer", "numero", "numer", "номер", "nombre", "αριθμός", "numéro"];
/// Headings of a grouping of cards, if no heading says kind.
#[rustfmt::skip]
pub(super) const GROUPS: &[&str] = &[
    "faction", "fraktion", "faccion", "fazione", "guild", "gilde", "family", "familie", "famille", "famiglia",
    "familia", "suit", "naipe", "seme", "palo", "couleur", "farbe", "масть", "element", "elemento", "élément", "team",
    "group", "gruppe", "groupe", "gruppo", "grupo", "clan", "house", "haus", "race", "region", "phase", "deck",
    "mazo", "mazzo", "колода", "baralho", "stapel", "talia", "role", "rolle", "theme", "thema",
];
/// Words of headings that cards are not sorted by.
#[rustfmt::skip]
pub(super) const NO_GROUPS: &[&str] = &[
    "rarity", "seltenheit", "rareza", "rarità", "raridade", "rareté", "set", "expansion", "edition", "artist",
    "author", "date", "difficulty", "schwierigkeit", "size", "target", "year", "answer",
];
#[rustfmt::skip]
pub(super) const COLOURS: &[&str] = &[
    "color", "colour", "farbe", "colore", "couleur", "kleur", "cor", "colors", "kartenfarbe", "card color",
    "card colour", "цвет", "色", "颜色", "顏色", "색",
];
#[rustfmt::skip]
pub(super) const PICTURES: &[&str] = &[
    "image", "images", "picture", "pictures", "img", "icon", "art", "artwork", "card art", "bild", "bilder", "grafik",
    "illustration", "immagine", "imagen", "imagem", "afbeelding", "kuva", "obrazek", "ilustração", "ilustración",
    "картинка", "изображение", "画像", "图片", "圖片", "이미지", "art file", "image file", "picture file", "filename",
    "file name",
];
pub(super) const BACKS: &[&str] =
    &["back", "rückseite", "verso", "dos", "retro", "reverso", "achterkant", "оборот", "рубашка", "裏", "裏面", "背面"];
#[rustfmt::skip]
pub(super) const FLAVOURS: &[&str] = &[
    "frase", "flavor", "flavour", "flavor text", "flavour text", "flavortext", "flavourtext", "lore", "quote",
    "zitat", "zitattext", "stimmungstext", "testo narrativo", "ambientazione", "citation", "citazione", "cita",
    "texto de ambiente", "texto de sabor", "texte d'ambiance", "ambiance", "цитата", "フレーバーテキスト", "testo di colore",
    "フレーバー", "风味文字", "cytat", "klimat", "художественный текст",
];
/// Headings of rules, however short they are.
#[rustfmt::skip]
pub(super) const TEXTS: &[&str] = &[
    "text", "card text", "rules", "rules text", "rule text", "rule", "effect", "effects", "ability", "abilities",
    "description", "desc", "action", "special", "instructions", "effekt", "effekte", "fähigkeit", "beschreibung",
    "kartentext", "regeltext", "regel", "testo", "effetto", "descrizione", "abilità", "texto", "efecto", "efeito",
    "descripción", "descrição", "habilidad", "habilidade", "texte", "effet", "description de la carte", "tekst",
    "opis", "efekt", "beskrivning", "эффект", "текст", "効果", "效果", "περιγραφή", "κείμενο", "περιεχόμενο", "uitleg",
    "omschrijving", "описание", "poder", "werking", "działanie", "技能", "能力",
];
/// Names of rows with sums.
#[rustfmt::skip]
pub(super) const TOTALS: &[&str] = &[
    "total", "totals", "sum", "average", "avg", "mean", "grand total", "subtotal", "min", "max", "summe", "gesamt",
    "durchschnitt", "somme", "moyenne", "totale", "media", "suma", "média", "soma", "razem", "итого", "всего",
    "σύνολο", "合計", "合计",
];
/// Words in the names of sheets that have no cards, and what such a sheet is.
pub(super) const NO_CARDS: [(&str, &str); 59] = [
    ("note", "notes"),
    ("notes", "notes"),
    ("notizen", "notes"),
    ("note di design", "notes"),
    ("comments", "notes"),
    ("ideas", "notes"),
    ("ideen", "notes"),
    ("idee", "notes"),
    ("brainstorm", "notes"),
    ("todo", "notes"),
    ("to do", "notes"),
    ("tasks", "notes"),
    ("changelog", "notes"),
    ("changes", "notes"),
    ("history", "notes"),
    ("readme", "notes"),
    ("read me", "notes"),
    ("info", "notes"),
    ("about", "notes"),
    ("instructions", "notes"),
    ("feedback", "notes"),
    ("playtest", "notes"),
    ("playtests", "notes"),
    ("playtesting", "notes"),
    ("legend", "notes"),
    ("legende", "notes"),
    ("glossary", "notes"),
    ("rules", "notes"),
    ("regeln", "notes"),
    ("credits", "notes"),
    ("stats", "statistics"),
    ("statistics", "statistics"),
    ("statistik", "statistics"),
    ("statistiken", "statistics"),
    ("statistiche", "statistics"),
    ("economy", "statistics"),
    ("analysis", "statistics"),
    ("balance", "statistics"),
    ("balancing", "statistics"),
    ("summary", "statistics"),
    ("overview", "statistics"),
    ("übersicht", "statistics"),
    ("totals", "statistics"),
    ("calc", "statistics"),
    ("calculations", "statistics"),
    ("pivot", "statistics"),
    ("pivot table", "statistics"),
    ("chart", "statistics"),
    ("distribution", "statistics"),
    ("removed", "removed cards"),
    ("deleted", "removed cards"),
    ("unused", "removed cards"),
    ("old", "removed cards"),
    ("archive", "removed cards"),
    ("archiv", "removed cards"),
    ("cut", "removed cards"),
    ("discarded", "removed cards"),
    ("deprecated", "removed cards"),
    ("entfernt", "removed cards"),
];
