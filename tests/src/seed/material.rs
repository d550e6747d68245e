//! Names and sentences for the applications. Everything is invented; telephone numbers end in 555-01xx, which is
//! reserved for fiction.

/// Separated by spaces, frequent names first.
pub(super) const FIRST_NAMES: &str = "\
    Abigail Adrian Aisha Alejandra Amir Ana Andre Anjali Beatriz Benjamin Bianca Caleb Camila Carlos Catherine Chidi \
    Chloé Clara Daniel Darnell Deborah Diego Dolores Edith Elena Elijah Emily Esther Fatima Felix Gabriela George \
    Grace Hana Harold Helen Hugo Imani Ines Isaac Ivy Jamal James Janet Jasmine Joaquín Jonah Jorge Joy Julia Kamala \
    Keisha Kenji Laura Leila Leonard Lucía Luis Malik Marcus Margaret María Martin Mei Michelle Miguel Mina Monique \
    Naomi Nathan Nia Noah Olga Omar Patricia Paul Priya Quentin Rachel Rafael Rebecca Renée Robert Rosa Ruth Samuel \
    Sara Simone Sofia Stella Tamara Teresa Thomas Uma Valeria Victor Walter Xiomara Yara Yusuf Zachary Zoë";

/// Separated by spaces, frequent names first. Three of ten last names are composed of `NAME_STARTS` and `NAME_ENDS`.
pub(super) const LAST_NAMES: &str = "\
    Abbott Acosta Adeyemi Aguilar Ahmed Anderson Baker Banerjee Barnes Becker Bennett Boateng Brooks Burke Campbell \
    Carter Castillo Chandra Chen Clark Cohen Collins Cooper Cruz Davis Delgado Diaz Dubois Edwards Ellis Evans \
    Farrell Fernández Fischer Flores Foster Freeman Garcia Gibson Gomez Gonzales Graham Greene Gupta Hall Hamilton \
    Hansen Harris Hayes Henderson Herrera Hill Hughes Ibrahim Jackson Jensen Jiménez Johnson Jones Kaur Keller Kelly \
    Khan Kim King Kowalski Larsen Lee Lewis Lindqvist Lopez MacDonald Martin Martinez Mbeki Mitchell Moore Morales \
    Morgan Morris Müller Murphy Nakamura Nelson Nguyen Novak O'Brien Okafor Ortiz Owens Park Parker Patel Perez \
    Peterson Phillips Pierce Powell Price Quinn Ramirez Reed Reyes Richardson Rivera Roberts Robinson Rodríguez \
    Rogers Rosen Ross Russell Salazar Sanchez Sanders Sato Schmidt Scott Shah Silva Simmons Singh Smith Spencer \
    Stewart Sullivan Tanaka Taylor Thomas Thompson Torres Tran Turner Vargas Vasquez Walker Wallace Ward Washington \
    Watson Weaver Webb Weiss White Williams Wilson Wong Wright Yamamoto Young Zamora Zhang Ziegler";

/// Separated by spaces.
pub(super) const NAME_STARTS: &str = "\
    Al Bar Ben Ber Bran Cal Car Chan Col Dal Del Don Dra El Fal Fen Gar Gil Gran Hal Har Hol Jen Kal Kel Kir Kow Lan \
    Lin Lor Mac Mal Mar Mel Mor Nak Nor Oak Ol Pal Par Per Pol Quin Ram Ren Ros Sal San Sel Shan Sor Stan Tal Tan Ter \
    Tol Val Ver Wal Wes Wil Yam Zim";

/// Separated by spaces.
pub(super) const NAME_ENDS: &str = "\
    ander andez ano ard arsky awa bach berg bridge burn by cott croft dale enko er erly ers eta etti ez field ford \
    gate ham hurst ic ides ier ingham ini insky ito ka kamp ker kin ko land ler ley lin mann mer mont more ner niak \
    ola olu oni ova quist rell ridge ro sby sen shaw smith son stein ston strom ta ter ton tov uk ura vale vich wall \
    well wick witz worth yama yan zak";

pub(super) const POSITIONS: &[&str] = &[
    "Kindergarten teacher",
    "Grade 1 teacher",
    "Grade 2 teacher",
    "Grade 3 teacher",
    "Grade 4 teacher",
    "Grade 5 teacher",
    "Middle school English teacher",
    "Middle school science teacher",
    "Middle school mathematics teacher",
    "High school biology teacher",
    "High school chemistry teacher",
    "High school history teacher",
    "High school English teacher",
    "Algebra and geometry teacher",
    "Spanish teacher",
    "French teacher",
    "Art teacher",
    "Music teacher",
    "Physical education teacher",
    "Special education teacher",
    "Reading specialist",
    "Mathematics coach",
    "School librarian",
    "Bilingual classroom teacher",
    "Career and technical education teacher",
    "Department head, social studies",
];

/// City, state, the first three digits of the ZIP code and the code of the state; and how often it occurs, as the
/// inhabitants in millions.
pub(super) const PLACES: &[(&str, usize)] = &[
    ("Los Angeles|California|900|CA", 14),
    ("Fresno|California|937|CA", 8),
    ("Sacramento|California|958|CA", 9),
    ("Oakland|California|946|CA", 8),
    ("Houston|Texas|770|TX", 10),
    ("Austin|Texas|787|TX", 7),
    ("El Paso|Texas|799|TX", 5),
    ("San Antonio|Texas|782|TX", 8),
    ("Tampa|Florida|336|FL", 9),
    ("Orlando|Florida|328|FL", 8),
    ("Tallahassee|Florida|323|FL", 5),
    ("Brooklyn|New York|112|NY", 9),
    ("Albany|New York|122|NY", 5),
    ("Rochester|New York|146|NY", 6),
    ("Philadelphia|Pennsylvania|191|PA", 8),
    ("Pittsburgh|Pennsylvania|152|PA", 5),
    ("Chicago|Illinois|606|IL", 12),
    ("Columbus|Ohio|432|OH", 5),
    ("Dayton|Ohio|454|OH", 3),
    ("Toledo|Ohio|436|OH", 4),
    ("Atlanta|Georgia|303|GA", 7),
    ("Savannah|Georgia|314|GA", 4),
    ("Charlotte|North Carolina|282|NC", 11),
    ("Detroit|Michigan|482|MI", 10),
    ("Newark|New Jersey|071|NJ", 9),
    ("Richmond|Virginia|232|VA", 4),
    ("Roanoke|Virginia|240|VA", 2),
    ("Norfolk|Virginia|235|VA", 3),
    ("Spokane|Washington|992|WA", 8),
    ("Phoenix|Arizona|850|AZ", 4),
    ("Tucson|Arizona|857|AZ", 2),
    ("Flagstaff|Arizona|860|AZ", 1),
    ("Knoxville|Tennessee|379|TN", 7),
    ("Springfield|Massachusetts|011|MA", 7),
    ("Gary|Indiana|464|IN", 7),
    ("Kansas City|Missouri|641|MO", 6),
    ("Baltimore|Maryland|212|MD", 6),
    ("Madison|Wisconsin|537|WI", 6),
    ("Denver|Colorado|802|CO", 6),
    ("Duluth|Minnesota|558|MN", 6),
    ("Columbia|South Carolina|292|SC", 5),
    ("Mobile|Alabama|366|AL", 5),
    ("Baton Rouge|Louisiana|708|LA", 5),
    ("Lexington|Kentucky|405|KY", 4),
    ("Salem|Oregon|973|OR", 4),
    ("Tulsa|Oklahoma|741|OK", 4),
    ("Hartford|Connecticut|061|CT", 4),
    ("Provo|Utah|846|UT", 3),
    ("Des Moines|Iowa|503|IA", 3),
    ("Reno|Nevada|895|NV", 3),
    ("Little Rock|Arkansas|722|AR", 3),
    ("Jackson|Mississippi|392|MS", 3),
    ("Wichita|Kansas|672|KS", 3),
    ("Santa Fe|New Mexico|875|NM", 2),
    ("Omaha|Nebraska|681|NE", 2),
    ("Boise|Idaho|837|ID", 2),
    ("Huntington|West Virginia|257|WV", 2),
    ("Hilo|Hawaiʻi|967|HI", 1),
    ("Concord|New Hampshire|033|NH", 1),
    ("Bangor|Maine|044|ME", 1),
    ("Missoula|Montana|598|MT", 1),
    ("Providence|Rhode Island|029|RI", 1),
    ("Dover|Delaware|199|DE", 1),
    ("Sioux Falls|South Dakota|571|SD", 1),
    ("Fargo|North Dakota|581|ND", 1),
    ("Juneau|Alaska|998|AK", 1),
    ("Washington|District of Columbia|200|DC", 1),
    ("Burlington|Vermont|054|VT", 1),
    ("Cheyenne|Wyoming|820|WY", 1),
    ("Ponce|Puerto Rico|007|PR", 3),
];

/// Each follows the name of a city.
pub(super) const DISTRICTS: &[&str] = &[
    "Public Schools",
    "Unified School District",
    "Independent School District",
    "County Schools",
    "Area School District",
    "Community Schools",
];

pub(super) const SUBJECTS: &[&str] = &[
    "English",
    "Mathematics",
    "Science",
    "History",
    "Spanish",
    "Physical Education",
    "Art",
    "Music",
    "Biology",
    "Chemistry",
    "Physics",
    "Geography",
    "Civics",
    "Reading",
    "Computer Science",
    "French",
];

pub(super) const STREETS: &[&str] = &[
    "Main Street",
    "Oak Street",
    "Maple Avenue",
    "Cedar Lane",
    "Park Avenue",
    "Washington Street",
    "Lake Drive",
    "Hill Road",
    "Elm Street",
    "River Road",
    "Church Street",
    "Sunset Boulevard",
    "Meadow Lane",
    "College Avenue",
];

/// An answer has two to six of these sentences.
pub(super) const EXPERIENCES: &[&str] = &[
    "I have taught in public schools since I finished my degree, most of the time in the same building.",
    "My classes have between twenty and thirty students, and about a third of them are learning English.",
    "Before teaching I worked in a laboratory, and I bring experiments into class as often as I can.",
    "I lead the curriculum team of our grade and mentor two new colleagues each year.",
    "For five years I have run the after-school reading program together with the town library.",
    "Our school is small and rural, so I teach across several grades and drive the debate team to its meets.",
    "I came back to the classroom after raising two children, and it is still the best work I know.",
    "Together with the families we started a garden that every class now uses for science and writing.",
    "I have seen three reforms come and go, and I would like teachers to be asked before the next one.",
    "Attendance has been our hardest problem since the schools reopened, and we have learned what helps.",
    "I wrote a small grant for instruments, and half of the orchestra now plays on them.",
    "My special interest is how students learn to disagree with each other and stay friends.",
];

pub(super) const NOTES: &[&str] = &[
    "Strong on classroom practice.",
    "Region was short of applicants.",
    "Good fit for the autumn forum.",
    "Recommended by a member.",
    "Places for this region were taken.",
    "Asked to apply again next year.",
];
