//! Which HTML a stored template may have, and its styles in a mail, both with ammonia. A template is accepted if ammonia
//! would keep all of its markup.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use url::Url;

/// Elements that every mail program shows. Images are not allowed, because remote images tell the sender when a mail is
/// opened.
const ELEMENTS: [&str; 14] =
    ["p", "br", "h1", "h2", "h3", "ul", "ol", "li", "blockquote", "a", "strong", "b", "em", "i"];
/// Attributes that every element may have, for text in other languages.
const ATTRIBUTES: [&str; 2] = ["lang", "dir"];
const SCHEMES: [&str; 3] = ["http", "https", "mailto"];
const REMOVED_WITH_TEXT: [&str; 3] = ["script", "style", "title"];

/// Maximum number of tags in a template, which bounds how much it can grow in parsing.
const TAGS_MAX: usize = 1_000;
/// Maximum nesting depth of a parsed template.
const DEPTH_MAX: usize = 20;
/// Maximum number of elements in a parsed template. A parser reopens open inline elements in each following block.
const ELEMENTS_MAX: usize = 2 * TAGS_MAX;

/// Maximum number of characters that a refusal shows of a name or an address.
const QUOTED_MAX: usize = 60;

/// The first markup that the policy does not allow, as the subject of a sentence.
pub(super) fn forbidden(html: &str) -> Option<String> {
    let Markup { pieces, .. } = markup(html);
    if pieces.len() > TAGS_MAX {
        return Some(format!("HTML with more than {TAGS_MAX} tags"));
    }
    if let Some(fault) = pieces.iter().find_map(Piece::fault) {
        return Some(fault);
    }
    let Markup { pieces: kept, deepest, .. } = markup(&allowed().clean(html).to_string());
    if deepest > DEPTH_MAX {
        return Some(format!("HTML nested too deeply (more than {DEPTH_MAX} elements inside one another)"));
    }
    if kept.len() > ELEMENTS_MAX {
        return Some(format!("HTML that grows to more than {ELEMENTS_MAX} elements"));
    }
    let mut kept = kept.iter();
    // ammonia keeps the order of tags. The parser may add tags, such as a missing end tag.
    let lost = pieces.iter().find(|piece| !kept.any(|other| other == *piece))?;
    Some(format!("{} in this place", lost.name()))
}

/// Removes the markup that the policy refuses, adds the `styles` to their elements, and completes links that begin with `/`
/// with `origin`.
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
        .clean_content_tags(REMOVED_WITH_TEXT.into())
        .link_rel(None)
        .attribute_filter(|_, name, value| {
            (name != "href" || is_allowed_address(value)).then(|| value.into())
        });
    builder
}

/// An arbitrary site with each scheme.
static SITES: LazyLock<[Url; 2]> = LazyLock::new(|| {
    ["http://site.invalid", "https://site.invalid"].map(|site| Url::parse(site).expect("a URL"))
});

/// Whether every browser reads the address as a web page, a mailbox or a path of this site. Browsers drop tabs and line
/// breaks, and treat `\` as `/`. `www.example.org` would be a path of this site, `//example.org` and `/\example.org` are
/// other sites, and the meaning of `https:example.org` depends on the page.
fn is_allowed_address(href: &str) -> bool {
    match Url::parse(href) {
        Ok(address) => {
            SCHEMES.contains(&address.scheme())
                && SITES.iter().all(|site| site.join(href).as_ref() == Ok(&address))
        }
        Err(_) => {
            let own = |site: &Url| site.join(href).is_ok_and(|page| page.origin() == site.origin());
            href.trim_start_matches(|c| c <= ' ').starts_with('/') && SITES.iter().all(own)
        }
    }
}

/// A piece of markup according to the tokenizer of the HTML standard.
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
}

#[derive(Default)]
struct Markup {
    /// In document order, without end tags.
    pieces: Vec<Piece>,
    /// The number of elements that have no end tag yet.
    open: usize,
    deepest: usize,
}

#[derive(Default)]
struct Sink(RefCell<Markup>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut markup = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                markup.pieces.push(Piece::of(&tag));
                markup.open += usize::from(&*tag.name != "br");
                markup.deepest = markup.deepest.max(markup.open);
            }
            Token::TagToken(_) => markup.open = markup.open.saturating_sub(1),
            Token::CommentToken(_) => markup.pieces.push(Piece::Comment),
            Token::DoctypeToken(_) => markup.pieces.push(Piece::Doctype),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn markup(html: &str) -> Markup {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

impl Piece {
    fn name(&self) -> String {
        match self {
            Self::Tag { name, .. } => format!("<{}>", shortened(name)),
            Self::Comment => "a comment".into(),
            Self::Doctype => "a doctype".into(),
        }
    }

    /// In a tag, a filled-in name could become an attribute.
    fn holds_placeholder(&self) -> bool {
        let Self::Tag { name, attributes, .. } = self else { return false };
        let texts = attributes.iter().flat_map(|(name, value)| [name, value]);
        texts.chain([name]).any(|text| text.contains("{{"))
    }

    fn fault(&self) -> Option<String> {
        let Self::Tag { name, attributes, repeated } = self else { return Some(self.name()) };
        let tag = self.name();
        if self.holds_placeholder() {
            return Some(format!("a placeholder inside of {tag}"));
        }
        if !ELEMENTS.contains(&name.as_str()) {
            return Some(tag);
        }
        if *repeated {
            return Some(format!("a repeated attribute of {tag}"));
        }
        let unknown =
            |attribute: &str| !ATTRIBUTES.contains(&attribute) && (name.as_str(), attribute) != ("a", "href");
        if let Some((attribute, _)) = attributes.iter().find(|(attribute, _)| unknown(attribute)) {
            return Some(format!("the attribute {} of {tag}", shortened(attribute)));
        }
        let address =
            attributes.iter().find(|(attribute, _)| attribute == "href").map(|(_, address)| address);
        let refused = address.filter(|address| !is_allowed_address(address))?;
        Some(format!(
            "the address \"{}\" (an address begins with https://, http://, mailto: or a single /)",
            shortened(refused)
        ))
    }
}

fn shortened(text: &str) -> String {
    let shown: String = text.chars().filter(|c| !c.is_control()).take(QUOTED_MAX).collect();
    if shown.len() < text.len() { format!("{shown}…") } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_in_the_policy_are_accepted() {
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
            assert_eq!(forbidden(html), None, "{html}");
        }
    }

    #[test]
    fn markup_that_ammonia_would_remove_is_refused_by_name() {
        let table = [
            ("<script>alert(1)</script>", "<script>"),
            ("<SCRIPT SRC=//x>", "<script>"),
            ("<p>a</p><style>p{}</style>", "<style>"),
            ("<p onclick=\"x()\">a</p>", "the attribute onclick of <p>"),
            ("<p style=\"color:red\">a</p>", "the attribute style of <p>"),
            ("<a href=/x target=_blank>a</a>", "the attribute target of <a>"),
            ("<p href=\"https://x.example\">a</p>", "the attribute href of <p>"),
            ("<a href=/x href=/y>a</a>", "a repeated attribute of <a>"),
            ("<form action=/x><input></form>", "<form>"),
            ("<iframe src=/x></iframe>", "<iframe>"),
            ("<img src=https://x.example/a.png>", "<img>"),
            ("<svg onload=alert(1)><p>a</p></svg>", "<svg>"),
            ("<math><mtext></math>", "<math>"),
            ("<meta http-equiv=refresh content=0>", "<meta>"),
            ("<table><tr><td>a</table>", "<table>"),
            ("<html><body onload=x><p>a</p>", "<html>"),
            ("<title>a</title>", "<title>"),
            ("<x-y>a</x-y>", "<x-y>"),
            ("<!-- a -->", "a comment"),
            ("<![CDATA[a]]>", "a comment"),
            ("<?xml version=\"1.0\"?>", "a comment"),
            ("<!doctype html><p>a</p>", "a doctype"),
            ("<a href=\"{{first_name}}\">a</a>", "a placeholder inside of <a>"),
            ("<p {{first_name}}>a</p>", "a placeholder inside of <p>"),
        ];
        for (html, what) in table {
            assert_eq!(forbidden(html).as_deref(), Some(what), "{html}");
        }
    }

    #[test]
    fn links_to_targets_other_than_web_mail_or_this_site_are_forbidden() {
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
            "\\\\x.example",
            "\\/x.example",
            "/\t/x.example",
            "/\n/x.example",
            "/\r\\x.example",
            "/&#x09;/x.example",
            "/&Tab;/x.example",
            "/&NewLine;&#92;x.example",
            "\t//x.example",
            "&#1;//x.example",
            " /\t/x.example",
            "///x.example",
            "https:x.example",
            "https:/x.example",
            "JAVA&Tab;SCRIPT:alert(1)",
            "&#1;javascript:alert(1)",
            "https://",
            "www.example.org",
            "apply",
            "#part",
            "",
        ] {
            let what = forbidden(&format!("<p>a</p><a href=\"{address}\">a</a>")).unwrap_or_default();
            assert!(what.starts_with("the address \""), "{address:?}: {what:?}");
        }
    }

    #[test]
    fn addresses_are_parsed_as_in_browsers() {
        for address in [
            "HTTPS://x.example/a",
            "hTTp://x.example",
            "MailTo:us@x.example",
            "/",
            "/apply?step=2#top",
            "/a//b",
            "/a\\b",
            " /apply ",
            "/ap\tply",
            "https:\\\\x.example",
        ] {
            assert_eq!(forbidden(&format!("<p><a href=\"{address}\">a</a></p>")), None, "{address:?}");
        }
    }

    #[test]
    fn deeply_nested_elements_are_refused() {
        let too_deep = "HTML nested too deeply (more than 20 elements inside one another)";
        let nested = |element: &str, depth: usize| {
            format!("{}a{}", format!("<{element}>").repeat(depth), format!("</{element}>").repeat(depth))
        };
        for element in ["blockquote", "ul", "b", "i"] {
            assert_eq!(forbidden(&nested(element, DEPTH_MAX)), None, "{element}");
            for deeper in [DEPTH_MAX + 1, TAGS_MAX] {
                let what = forbidden(&nested(element, deeper));
                assert_eq!(what.as_deref(), Some(too_deep), "{element} {deeper}");
            }
        }
        // A parser reopens an open <b> in each following paragraph.
        let reopened = format!("{}{}", "<b><i><em>".repeat(10), "<p>a</p>".repeat(10));
        assert_eq!(forbidden(&reopened).as_deref(), Some(too_deep));
        // Elements that end implicitly are not nested.
        for flat in ["<p>a".repeat(500), "<li>a".repeat(500), "a<br>".repeat(500), "<b>a</b>".repeat(500)] {
            assert_eq!(forbidden(&flat), None, "{}", shortened(&flat));
        }
    }

    #[test]
    fn html_that_is_too_large_or_grows_too_much_in_parsing_is_forbidden() {
        // A parser reopens twelve elements in each paragraph.
        let html = format!("<p>{}{}", "<b lang=a><i lang=b><em lang=c>".repeat(4), "<p>a".repeat(400));
        assert_eq!(forbidden(&html).as_deref(), Some("HTML that grows to more than 2000 elements"));
        assert_eq!(forbidden(&"<li>".repeat(TAGS_MAX)), None);
        let too_many = forbidden(&"<li>".repeat(TAGS_MAX + 1));
        assert_eq!(too_many.as_deref(), Some("HTML with more than 1000 tags"));
        let long = forbidden(&format!("<{}>", "x".repeat(5_000))).expect("a refusal");
        assert_eq!(long.chars().count(), QUOTED_MAX + 3, "only the beginning of a long name is quoted");
    }

    #[test]
    fn styling_adds_styles_completes_links_and_removes_refused_markup() {
        let styles = HashMap::from([("p".to_owned(), "margin:0".to_owned())]);
        let origin = Url::parse("https://forum.example").expect("a URL");
        let html = "<p>a <a href=\"/apply?x=1\">b</a><script>c</script></p><p style=\"x\" onclick=y>d";
        assert_eq!(
            styled(html, &origin, &styles),
            "<p style=\"margin:0\">a <a href=\"https://forum.example/apply?x=1\">b</a></p><p style=\"margin:0\">d</p>"
        );
    }
}
