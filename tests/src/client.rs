//! An API client for a running program.

use crate::smtp_sink::SmtpSink;
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};

pub const PASSWORD: &str = "Copper-71-meadow";

#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    url: String,
    token: Option<String>,
}

impl Client {
    pub fn new(url: &str) -> Self {
        Self::with_http(reqwest::Client::new(), url)
    }

    pub fn with_http(http: reqwest::Client, url: &str) -> Self {
        Self { http, url: url.to_owned(), token: None }
    }

    pub async fn post(&self, path: &str, body: Value) -> Response {
        self.try_post(path, body).await.expect("a response")
    }

    /// Posts to a program that may stop before it responds.
    pub async fn try_post(&self, path: &str, body: Value) -> reqwest::Result<Response> {
        self.request(Method::POST, path).json(&body).send().await
    }

    /// Posts under an `Idempotency-Key`, to a program that may stop before it responds.
    pub async fn post_under(&self, key: &str, path: &str, body: Value) -> reqwest::Result<Response> {
        self.request(Method::POST, path).json(&body).header("idempotency-key", key).send().await
    }

    pub async fn get(&self, path: &str) -> Value {
        self.answer(path).await.json().await.expect("JSON")
    }

    /// The complete response to a GET.
    pub async fn answer(&self, path: &str) -> Response {
        self.begin(path, &[]).await
    }

    /// A GET with these headers, whose body is read piece by piece.
    pub async fn begin(&self, path: &str, headers: &[(&str, &str)]) -> Response {
        with_headers(self.request(Method::GET, path), headers).send().await.expect("a response")
    }

    /// Sends a request, with a body unless that is null, and expects this status. Returns the body of the response, null
    /// if it is empty.
    pub async fn call(&self, method: Method, path: &str, body: &Value, status: u16) -> Value {
        let request = self.request(method, path);
        let request = if body.is_null() { request } else { request.json(body) };
        let response = request.send().await.expect("a response");
        let (actual, text) = (response.status(), response.text().await.expect("a body"));
        assert_eq!(actual, status, "{path}: {text}");
        if text.is_empty() { Value::Null } else { serde_json::from_str(&text).expect("JSON") }
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}/api{path}", self.url));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }

    /// Its token; empty before signing in.
    pub fn token(&self) -> &str {
        self.token.as_deref().unwrap_or_default()
    }

    /// The same client at another address of the program.
    pub fn at(&self, url: &str) -> Self {
        Self { url: url.to_owned(), ..self.clone() }
    }

    pub async fn delete(&self, path: &str) -> Response {
        self.request(Method::DELETE, path).send().await.expect("a response")
    }

    pub async fn put(&self, path: &str, body: Value, headers: &[(&str, &str)]) -> Response {
        self.send(Method::PUT, path, body, headers).await
    }

    pub async fn send(&self, method: Method, path: &str, body: Value, headers: &[(&str, &str)]) -> Response {
        let request = self.request(method, path).json(&body);
        with_headers(request, headers).send().await.expect("a response")
    }

    /// Uploads a photo in a form, as a browser does.
    pub async fn upload(&self, file_name: &str, content: &[u8]) -> Response {
        self.form(file_name, content).send().await.expect("a response")
    }

    /// Uploads under an `Idempotency-Key`, to a program that may stop before it responds.
    pub async fn upload_under(
        &self,
        key: &str,
        file_name: &str,
        content: &[u8],
    ) -> reqwest::Result<Response> {
        self.form(file_name, content).header("idempotency-key", key).send().await
    }

    fn form(&self, file_name: &str, content: &[u8]) -> RequestBuilder {
        let head = format!(
            "--form\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{file_name}\"\r\n\r\n"
        );
        let request = self.request(Method::POST, "/headshots");
        let request = request.header("content-type", "multipart/form-data; boundary=form");
        request.body([head.as_bytes(), content, b"\r\n--form--\r\n"].concat())
    }

    /// Fetches a URL outside the API, without a token.
    pub async fn fetch(&self, path: &str, headers: &[(&str, &str)]) -> Response {
        let request = self.http.get(format!("{}{path}", self.url));
        with_headers(request, headers).send().await.expect("a response")
    }

    pub async fn sign_in(&self, email: &str, password: &str) -> Self {
        let answer = self.post("/auth/sessions", json!({ "email": email, "password": password })).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
        let session: Value = answer.json().await.expect("a session");
        let token = session["access_token"].as_str().expect("a token").to_owned();
        self.with_token(&token)
    }

    pub async fn sign_up(&self, email: &str) {
        let body =
            json!({ "email": email, "password": PASSWORD, "first_name": "Nadia", "last_name": "Okafor" });
        assert_eq!(self.post("/auth/signup", body).await.status(), StatusCode::ACCEPTED);
    }

    /// Signs up, confirms with the link from mail number `mails`, and signs in.
    pub async fn applicant(&self, email: &str, sink: &SmtpSink, mails: usize) -> Self {
        self.sign_up(email).await;
        let arrived = sink.wait_for(mails).await;
        let text = arrived.last().expect("a mail").read().text;
        let token = text.split("/auth/confirm#token=").nth(1).expect("a link");
        let token = token.split_whitespace().next().expect("a token");
        let confirmed = self.post("/auth/verifications", json!({ "token": token })).await;
        assert_eq!(confirmed.status(), StatusCode::OK);
        self.sign_in(email, PASSWORD).await
    }
}

fn with_headers(request: RequestBuilder, headers: &[(&str, &str)]) -> RequestBuilder {
    headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))
}
