//! Characters that the searches of the review list and the user list treat as equal: letters with and without accents,
//! in either case, composed or decomposed, and every kind of apostrophe.

/// First and last names.
pub(crate) const NAMES: [(&str, &str); 6] = [
    ("İpek", "Straße"),
    ("Ángel", "Muñoz"),
    ("ÅGOT", "Øst"),
    ("Jose\u{301}", "O’Brien"),
    ("李", "Łukasz"),
    ("ΣΟΦΊΑ", "Жуков"),
];

/// A query, and the first name that it finds.
pub(crate) const FOUND: [(&str, Option<&str>); 36] = [
    ("ipek", Some("İpek")),
    ("IPEK", Some("İpek")),
    ("İPEK", Some("İpek")),
    ("ıpek", Some("İpek")),
    ("i\u{307}pek", Some("İpek")),
    ("STRAßE", Some("İpek")),
    ("strasse", None),
    ("angel", Some("Ángel")),
    ("ANGEL", Some("Ángel")),
    ("ÁNGEL", Some("Ángel")),
    ("a\u{301}ngel", Some("Ángel")),
    ("ängel", Some("Ángel")),
    ("munoz", Some("Ángel")),
    ("mun\u{303}oz", Some("Ángel")),
    ("el muñ", Some("Ángel")),
    ("agot ost", Some("ÅGOT")),
    ("ågot øst", Some("ÅGOT")),
    ("ÅGOT ØST", Some("ÅGOT")),
    ("jose", Some("Jose\u{301}")),
    ("JOSÉ", Some("Jose\u{301}")),
    ("jose\u{301}", Some("Jose\u{301}")),
    ("o'brien", Some("Jose\u{301}")),
    ("O’BRIEN", Some("Jose\u{301}")),
    ("o‘brien", Some("Jose\u{301}")),
    ("oʼbrien", Some("Jose\u{301}")),
    ("obrien", None),
    ("李", Some("李")),
    ("lukasz", Some("李")),
    ("ŁUKASZ", Some("李")),
    ("σοφία", Some("ΣΟΦΊΑ")),
    ("ΣΟΦΙΑ", Some("ΣΟΦΊΑ")),
    ("жуков", Some("ΣΟΦΊΑ")),
    ("ЖУКОВ", Some("ΣΟΦΊΑ")),
    // Full-width characters are folded too and are not wildcards.
    ("％", None),
    ("a＿gel", None),
    ("＼", None),
];
