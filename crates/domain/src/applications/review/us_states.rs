//! US states and territories, and the postal codes of the armed forces abroad. Applicants type the state: its name, its code,
//! an abbreviation, or another text.

use crate::shared::{folded_words, words};

/// Codes and names, in the order of the bars for equal numbers.
pub const US_STATES: [(&str, &str); 59] = [
    ("AL", "Alabama"),
    ("AK", "Alaska"),
    ("AZ", "Arizona"),
    ("AR", "Arkansas"),
    ("CA", "California"),
    ("CO", "Colorado"),
    ("CT", "Connecticut"),
    ("DE", "Delaware"),
    ("FL", "Florida"),
    ("GA", "Georgia"),
    ("HI", "Hawaii"),
    ("ID", "Idaho"),
    ("IL", "Illinois"),
    ("IN", "Indiana"),
    ("IA", "Iowa"),
    ("KS", "Kansas"),
    ("KY", "Kentucky"),
    ("LA", "Louisiana"),
    ("ME", "Maine"),
    ("MD", "Maryland"),
    ("MA", "Massachusetts"),
    ("MI", "Michigan"),
    ("MN", "Minnesota"),
    ("MS", "Mississippi"),
    ("MO", "Missouri"),
    ("MT", "Montana"),
    ("NE", "Nebraska"),
    ("NV", "Nevada"),
    ("NH", "New Hampshire"),
    ("NJ", "New Jersey"),
    ("NM", "New Mexico"),
    ("NY", "New York"),
    ("NC", "North Carolina"),
    ("ND", "North Dakota"),
    ("OH", "Ohio"),
    ("OK", "Oklahoma"),
    ("OR", "Oregon"),
    ("PA", "Pennsylvania"),
    ("RI", "Rhode Island"),
    ("SC", "South Carolina"),
    ("SD", "South Dakota"),
    ("TN", "Tennessee"),
    ("TX", "Texas"),
    ("UT", "Utah"),
    ("VT", "Vermont"),
    ("VA", "Virginia"),
    ("WA", "Washington"),
    ("WV", "West Virginia"),
    ("WI", "Wisconsin"),
    ("WY", "Wyoming"),
    ("DC", "District of Columbia"),
    ("AS", "American Samoa"),
    ("GU", "Guam"),
    ("MP", "Northern Mariana Islands"),
    ("PR", "Puerto Rico"),
    ("VI", "US Virgin Islands"),
    ("AA", "Armed Forces Americas"),
    ("AE", "Armed Forces Europe"),
    ("AP", "Armed Forces Pacific"),
];

/// Codes and other names that applicants use, without spaces.
const OTHER_NAMES: [(&str, &str); 5] = [
    ("DC", "washingtondc"),
    ("VI", "virginislands"),
    ("VI", "unitedstatesvirginislands"),
    ("VI", "usvi"),
    ("MP", "cnmi"),
];

/// Abbreviations that are older than the codes, each with its code.
const ABBREVIATIONS: &str = "ala=AL ariz=AZ ark=AR cal=CA calif=CA colo=CO conn=CT del=DE fla=FL ida=ID ill=IL ind=IN kan=KS \
    kans=KS mass=MA mich=MI minn=MN miss=MS mont=MT neb=NE nebr=NE nev=NV nmex=NM ndak=ND okla=OK ore=OR oreg=OR penn=PA \
    penna=PA sdak=SD tenn=TN tex=TX wash=WA wva=WV wis=WI wisc=WI wyo=WY";

/// What is equal for a filter by state: the code in lower case, from the name or the code of a US state or territory, or
/// the words of any other text. The rule of the SQL function `state_key`.
pub fn state_key(text: &str) -> String {
    let words = folded_words(text);
    let joined = words.replace(' ', "");
    let is_known = |&&(code, name): &&(&str, &str)| {
        code.eq_ignore_ascii_case(&joined) || name.replace(' ', "").eq_ignore_ascii_case(&joined)
    };
    let is_other = |(_, name): &&(&str, &str)| *name == joined;
    let found =
        US_STATES.iter().find(is_known).or_else(|| OTHER_NAMES.iter().find(is_other)).map(|(code, _)| *code);
    let mut abbreviations = ABBREVIATIONS.split(' ').filter_map(|pair| pair.split_once('='));
    let abbreviated = abbreviations.find(|(abbreviation, _)| *abbreviation == joined).map(|(_, code)| code);
    found.or(abbreviated).map_or(words, str::to_ascii_lowercase)
}

words! {
    /// The regions of the US Census Bureau. Territories and the armed forces abroad belong to none.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Region {
        Northeast = "northeast",
        Midwest = "midwest",
        South = "south",
        West = "west",
    }
}

impl Region {
    /// The codes of its states.
    pub fn states(self) -> impl Iterator<Item = &'static str> {
        let codes = match self {
            Self::Northeast => "CT ME MA NH NJ NY PA RI VT",
            Self::Midwest => "IA IL IN KS MI MN MO ND NE OH SD WI",
            Self::South => "AL AR DC DE FL GA KY LA MD MS NC OK SC TN TX VA WV",
            Self::West => "AK AZ CA CO HI ID MT NM NV OR UT WA WY",
        };
        codes.split(' ')
    }
}

/// Code and name of a US state or territory by its key.
pub fn us_state(key: &str) -> Option<(&'static str, &'static str)> {
    US_STATES.into_iter().find(|(code, _)| code.to_ascii_lowercase() == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_belongs_to_one_region_and_territories_to_none() {
        let regions = Region::ALL.map(|region| region.states().count());
        assert_eq!(regions, [9, 12, 17, 13], "of the Census Bureau, with the District of Columbia");
        for (code, name) in US_STATES {
            let regions = Region::ALL.iter().filter(|region| region.states().any(|state| state == code));
            let outside = ["AS", "GU", "MP", "PR", "VI", "AA", "AE", "AP"].contains(&code);
            assert_eq!(regions.count(), usize::from(!outside), "{name}");
        }
    }

    #[test]
    fn names_and_codes_of_a_state_have_the_same_key() {
        for (code, name) in US_STATES {
            let key = code.to_ascii_lowercase();
            assert_eq!((state_key(code), state_key(name)), (key.clone(), key.clone()), "{name}");
            assert_eq!(us_state(&key), Some((code, name)));
        }
        let table = [
            (" tx ", "tx"),
            ("TEXAS", "tx"),
            ("new-york", "ny"),
            ("N.Y.", "ny"),
            ("Hawaiʻi", "hi"),
            ("D.C.", "dc"),
            ("Washington, D.C.", "dc"),
            ("Washington", "wa"),
            ("Virgin Islands", "vi"),
            ("Calif.", "ca"),
            ("W. Va.", "wv"),
            ("A.P.", "ap"),
            ("Armed Forces Europe", "ae"),
            ("Ontario", "ontario"),
            ("New South  Wales", "new south wales"),
            ("—", ""),
        ];
        for (text, key) in table {
            assert_eq!(state_key(text), key, "{text:?}");
        }
        assert_eq!(us_state("ontario"), None);
    }
}
