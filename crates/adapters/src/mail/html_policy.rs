//! The HTML of stored templates: what it may hold, and how it is styled in a mail. ammonia decides both; a template is
//! accepted if ammonia would keep all of it.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use ammonia::{Builder, UrlRelative};
use forum_domain::mail::{HtmlPolicy, HtmlRejected};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use url::Url;

/// What every mail program shows. No images: remote ones tell the sender when a mail is opened.
const ELEMENTS: [&str; 14] =
    ["p", "br", "h1", "h2", "h3", "ul", "ol", "li", "blockquote", "a", "strong", "b", "em", "i"];
/// Attributes of every element, for texts in another language.
const ATTRIBUTES: [&str; 2] = ["lang", "dir"];
const SCHEMES: [&str; 3] = ["http", "https", "mailto"];
/// Elements whose text is not shown either.
const UNSHOWN: [&str; 3] = ["script", "style", "title"];

/// Tags of a template at most: the time to read thousands of them, one inside the other, grows with their square.
const TAGS_MAX: usize = 1_000;

/// How many characters of an attribute are shown in a refusal.
const SHOWN: usize = 60;

/// [`HtmlPolicy`] of ammonia.
#[derive(Debug, Clone, Copy, Default)]
pub struct AmmoniaPolicy;

impl HtmlPolicy for AmmoniaPolicy {
    fn check(&self, html: &str) -> Result<(), HtmlRejected> {
        let came = pieces(html);
        if came.len() > TAGS_MAX {
            return Err(HtmlRejected(format!("HTML with more than {TAGS_MAX} tags")));
        }
        let kept = pieces(&allowed().clean(html).to_string());
        let mut kept = kept.iter();
        for piece in came {
            if piece.holds_placeholder() {
                return Err(HtmlRejected(format!("a placeholder inside of {}", piece.name())));
            }
            // Tags are kept in their order; the parser may add some, such as a missing end.
            if !kept.any(|other| *other == piece) {
                return Err(HtmlRejected(piece.fault()));
            }
        }
        Ok(())
    }
}

/// What the policy leaves of the HTML, with a style on each element named in `styles`, and links that begin with `/`
/// leading to the site at `origin`.
pub(super) fn styled(html: &str, origin: &Url, styles: &HashMap<String, String>) -> String {
    let mut builder = allowed();
    for (element, style) in styles {
        builder.set_tag_attribute_value(element.as_str(), "style", style.as_str());
    }
    builder.url_relative(UrlRelative::RewriteWithBase(origin.clone()));
    builder.clean(html).to_string()
}

fn allowed<'a>() -> Builder<'a> {
    let mut builder = Builder::empty();
    builder
        .tags(ELEMENTS.into())
        .tag_attributes(HashMap::from([("a", HashSet::from(["href"]))]))
        .generic_attributes(ATTRIBUTES.into())
        .url_schemes(SCHEMES.into())
        .clean_content_tags(UNSHOWN.into())
        .link_rel(None)
        .attribute_filter(|_, name, value| (name != "href" || leads_somewhere(value)).then(|| value.into()));
    builder
}

/// Whether an address has a scheme or begins with the `/` of this site. `www.example.org` would be a page of this site,
/// and `//example.org` one of another.
fn leads_somewhere(href: &str) -> bool {
    let own = href.strip_prefix('/').is_some_and(|rest| !rest.starts_with(['/', '\\']));
    own || Url::parse(href).is_ok()
}

/// A piece of markup, as the browser's own tokenizer reads it.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    /// A start tag with its attributes, sorted by name.
    Tag {
        name: String,
        attributes: Vec<(String, String)>,
        repeated: bool,
    },
    Comment,
    Doctype,
}

impl Piece {
    fn of(tag: &Tag) -> Self {
        let pair = |name: &str, value: &StrTendril| (name.to_owned(), value.to_string());
        let mut attributes: Vec<_> =
            tag.attrs.iter().map(|attribute| pair(&attribute.name.local, &attribute.value)).collect();
        attributes.sort();
        Self::Tag { name: tag.name.to_string(), attributes, repeated: tag.had_duplicate_attributes }
    }

    fn name(&self) -> String {
        match self {
            Self::Tag { name, .. } => format!("<{}>", shortened(name)),
            Self::Comment => "a comment".into(),
            Self::Doctype => "a doctype".into(),
        }
    }

    /// In a tag, a name could become an attribute.
    fn holds_placeholder(&self) -> bool {
        let Self::Tag { name, attributes, .. } = self else { return false };
        let texts = attributes.iter().flat_map(|(name, value)| [name, value]);
        texts.chain([name]).any(|text| text.contains("{{"))
    }

    /// Names what of this piece was not kept.
    fn fault(&self) -> String {
        let Self::Tag { name, attributes, repeated } = self else { return self.name() };
        let tag = self.name();
        if !ELEMENTS.contains(&name.as_str()) {
            return tag;
        }
        if *repeated {
            return format!("a repeated attribute of {tag}");
        }
        let unknown =
            |attribute: &str| !ATTRIBUTES.contains(&attribute) && (name.as_str(), attribute) != ("a", "href");
        if let Some((attribute, _)) = attributes.iter().find(|(attribute, _)| unknown(attribute)) {
            return format!("the attribute {} of {tag}", shortened(attribute));
        }
        match attributes.iter().find(|(attribute, _)| attribute == "href") {
            Some((_, address)) => format!(
                "the address \"{}\" (an address begins with https://, http://, mailto: or a single /)",
                shortened(address)
            ),
            None => format!("{tag} in this place"),
        }
    }
}

fn shortened(text: &str) -> String {
    let shown: String = text.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
    if shown.len() < text.len() { format!("{shown}…") } else { shown }
}

/// The markup of a text in its order, without end tags.
fn pieces(html: &str) -> Vec<Piece> {
    #[derive(Default)]
    struct Sink(RefCell<Vec<Piece>>);

    impl TokenSink for Sink {
        type Handle = ();

        fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
            let piece = match token {
                Token::TagToken(tag) if tag.kind == TagKind::StartTag => Piece::of(&tag),
                Token::CommentToken(_) => Piece::Comment,
                Token::DoctypeToken(_) => Piece::Doctype,
                _ => return TokenSinkResult::Continue,
            };
            self.0.borrow_mut().push(piece);
            TokenSinkResult::Continue
        }
    }

    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(html: &str) -> Option<String> {
        AmmoniaPolicy.check(html).err().map(|rejected| rejected.0)
    }

    #[test]
    fn what_mail_programs_show_is_accepted() {
        for html in [
            "<p>Dear {{first_name}} {{last_name}},</p>",
            "plain text & an ampersand, \"quotes\", 2 < 3 &lt;b&gt; é 👩‍🏫",
            "<h1>One</h1>\n<h2>Two</h2><h3>Three</h3><p>a<br>b<br/>c</p>",
            "<ul><li>a<li>b<ol><li>c</ol></ul><blockquote><p>q</p></blockquote>",
            "<p><strong>a</strong> <b>b</b> <em>c</em> <i>d</i></p>",
            "<P>Upper <A HREF='https://x.example/?a=1&amp;b=2#c'>case</A></P>",
            "<p><a href=\"http://x.example\">a</a> <a href=\"mailto:x@y.example\">b</a> <a href=\"/apply\">c</a></p>",
            "<p lang=\"es\" dir=\"ltr\">Hola</p>",
            "<p>not closed",
            "<p>a<p>b",
            "<b><p>crossed</b></p>",
        ] {
            assert_eq!(refused(html), None, "{html}");
        }
    }

    #[test]
    fn whatever_would_be_removed_is_refused_by_its_name() {
        let table = [
            ("<script>alert(1)</script>", "<script>"),
            ("<SCRIPT SRC=//x>", "<script>"),
            ("<p>a</p><style>p{}</style>", "<style>"),
            ("<p onclick=\"x()\">a</p>", "the attribute onclick of <p>"),
            ("<p>b</p><p ONMOUSEOVER=x>a</p>", "the attribute onmouseover of <p>"),
            ("<p style=\"color:red\">a</p>", "the attribute style of <p>"),
            ("<p class=x>a</p>", "the attribute class of <p>"),
            ("<a href=/x target=_blank>a</a>", "the attribute target of <a>"),
            ("<p href=\"https://x.example\">a</p>", "the attribute href of <p>"),
            ("<a href=/x href=/y>a</a>", "a repeated attribute of <a>"),
            ("<form action=/x><input></form>", "<form>"),
            ("<button>a</button>", "<button>"),
            ("<iframe src=/x></iframe>", "<iframe>"),
            ("<object data=x></object>", "<object>"),
            ("<embed src=x>", "<embed>"),
            ("<img src=https://x.example/a.png>", "<img>"),
            ("<img src=x onerror=alert(1)>", "<img>"),
            ("<svg onload=alert(1)><p>a</p></svg>", "<svg>"),
            ("<math><mtext></math>", "<math>"),
            ("<link rel=stylesheet href=x>", "<link>"),
            ("<meta http-equiv=refresh content=0>", "<meta>"),
            ("<base href=https://x.example>", "<base>"),
            ("<table><tr><td>a</table>", "<table>"),
            ("<div>a</div>", "<div>"),
            ("<html><body onload=x><p>a</p>", "<html>"),
            ("<title>a</title>", "<title>"),
            ("<textarea>a</textarea>", "<textarea>"),
            ("<x-y>a</x-y>", "<x-y>"),
            ("<!-- a -->", "a comment"),
            ("<!--[if mso]><p>a</p><![endif]-->", "a comment"),
            ("<![CDATA[a]]>", "a comment"),
            ("<?xml version=\"1.0\"?>", "a comment"),
            ("<!doctype html><p>a</p>", "a doctype"),
            ("<a href=\"{{first_name}}\">a</a>", "a placeholder inside of <a>"),
            ("<p {{first_name}}>a</p>", "a placeholder inside of <p>"),
            ("<a href=https://x.example/?{{last_name}}>a</a>", "a placeholder inside of <a>"),
        ];
        for (html, what) in table {
            assert_eq!(refused(html).as_deref(), Some(what), "{html}");
        }
    }

    #[test]
    fn an_address_leads_to_the_web_to_a_mailbox_or_into_this_site() {
        for address in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " javascript:alert(1)",
            "java\nscript:alert(1)",
            "&#106;avascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "ftp://x.example",
            "tel:123",
            "//x.example",
            "/\\x.example",
            "www.example.org",
            "apply",
            "#part",
            "",
        ] {
            let what = refused(&format!("<p>a</p><a href=\"{address}\">a</a>")).unwrap_or_default();
            assert!(what.starts_with("the address \""), "{address:?}: {what:?}");
        }
    }

    #[test]
    fn a_name_that_would_complete_a_tag_is_noticed_when_it_is_filled_in() {
        assert_eq!(refused("<{{first_name}}>"), None);
        assert_eq!(refused("<Ana>").as_deref(), Some("<ana>"));
    }

    #[test]
    fn more_tags_than_any_mail_needs_are_refused_before_they_are_read() {
        let table = [(TAGS_MAX, None), (TAGS_MAX + 1, Some("HTML with more than 1000 tags".to_owned()))];
        for (tags, what) in table {
            assert_eq!(refused(&"<li>".repeat(tags)), what, "{tags}");
        }
    }

    #[test]
    fn a_refusal_shows_only_the_beginning_of_a_long_name() {
        let what = refused(&format!("<{}>", "x".repeat(5_000))).expect("refused");
        assert_eq!(what.chars().count(), SHOWN + 3);
    }

    #[test]
    fn elements_are_styled_links_of_the_site_become_whole_and_nothing_else_is_left() {
        let styles = HashMap::from([("p".to_owned(), "margin:0".to_owned())]);
        let origin = Url::parse("https://forum.example").expect("a URL");
        let html = "<p>a <a href=\"/apply?x=1\">b</a><script>c</script></p><p style=\"x\" onclick=y>d";
        assert_eq!(
            styled(html, &origin, &styles),
            "<p style=\"margin:0\">a <a href=\"https://forum.example/apply?x=1\">b</a></p><p style=\"margin:0\">d</p>"
        );
    }
}
