//! Names and sentences for the applications. Everything is invented; telephone numbers end in 555-01xx, which is
//! reserved for fiction.

/// Separated by spaces.
pub(super) const FIRST_NAMES: &str = "\
    Abigail Adrian Aisha Alejandra Amir Ana Andre Anjali Beatriz Benjamin Bianca Caleb Camila Carlos Catherine Chidi \
    Chloé Clara Daniel Darnell Deborah Diego Dolores Edith Elena Elijah Emily Esther Fatima Felix Gabriela George \
    Grace Hana Harold Helen Hugo Imani Ines Isaac Ivy Jamal James Janet Jasmine Joaquín Jonah Jorge Joy Julia Kamala \
    Keisha Kenji Laura Leila Leonard Lucía Luis Malik Marcus Margaret María Martin Mei Michelle Miguel Mina Monique \
    Naomi Nathan Nia Noah Olga Omar Patricia Paul Priya Quentin Rachel Rafael Rebecca Renée Robert Rosa Ruth Samuel \
    Sara Simone Sofia Stella Tamara Teresa Thomas Uma Valeria Victor Walter Xiomara Yara Yusuf Zachary Zoë";

/// Separated by spaces.
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

/// City, state and the first three digits of the ZIP code.
pub(super) const PLACES: &[&str] = &[
    "Tampa|Florida|336",
    "Orlando|Florida|328",
    "Tallahassee|Florida|323",
    "Austin|Texas|787",
    "El Paso|Texas|799",
    "San Antonio|Texas|782",
    "Fresno|California|937",
    "Sacramento|California|958",
    "Oakland|California|946",
    "Columbus|Ohio|432",
    "Dayton|Ohio|454",
    "Toledo|Ohio|436",
    "Phoenix|Arizona|850",
    "Tucson|Arizona|857",
    "Flagstaff|Arizona|860",
    "Richmond|Virginia|232",
    "Roanoke|Virginia|240",
    "Norfolk|Virginia|235",
    "Des Moines|Iowa|503",
    "Omaha|Nebraska|681",
    "Boise|Idaho|837",
    "Spokane|Washington|992",
    "Albany|New York|122",
    "Rochester|New York|146",
    "Madison|Wisconsin|537",
    "Duluth|Minnesota|558",
    "Savannah|Georgia|314",
    "Knoxville|Tennessee|379",
    "Tulsa|Oklahoma|741",
    "Santa Fe|New Mexico|875",
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
