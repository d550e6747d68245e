//! A caller of the API, with or without a token.

use forum_domain::applications::{Field, FieldKind};
use forum_http::ResponseBody;
use http::{Method, Response};
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::{Answer, Body, PASSWORD, Sent, TestApi};

#[derive(Clone)]
pub struct Caller {
    api: TestApi,
    token: Option<String>,
}

impl Caller {
    pub(super) fn new(api: &TestApi, token: Option<String>) -> Self {
        Self { api: api.clone(), token }
    }

    /// The same caller at another API on the same ports.
    pub fn at(&self, api: &TestApi) -> Self {
        Self { api: api.clone(), token: self.token.clone() }
    }

    pub fn now(&self) -> OffsetDateTime {
        self.api.now()
    }

    pub async fn send(&self, sent: Sent<'_>) -> Answer {
        let sent = match &self.token {
            Some(token) => sent.header("authorization", format!("Bearer {token}")),
            None => sent,
        };
        self.api.send(sent).await
    }

    /// Sends a request with a body that may arrive in pieces.
    pub async fn send_body(&self, sent: Sent<'_>, body: Body) -> Answer {
        let token = self.token.as_deref().unwrap_or_default();
        self.api.send_body(sent.header("authorization", format!("Bearer {token}")), body).await
    }

    /// Sends a request without reading the body of the response.
    pub async fn begin(&self, sent: Sent<'_>, body: Body) -> Response<ResponseBody> {
        let token = self.token.as_deref().unwrap_or_default();
        self.api.begin(&sent.header("authorization", format!("Bearer {token}")), body).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Sent::new(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Sent::new(Method::POST, path).json(body)).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        self.send(Sent::new(Method::PUT, path).json(body)).await
    }

    /// A PUT with `If-Match`.
    pub async fn replace(&self, path: &str, version: &str, body: &Value) -> Answer {
        self.send(Sent::new(Method::PUT, path).header("if-match", version).json(body)).await
    }

    pub async fn patch(&self, path: &str, body: &Value) -> Answer {
        self.send(Sent::new(Method::PATCH, path).json(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Sent::new(Method::DELETE, path)).await
    }

    /// Sends a `POST` without a body.
    pub async fn call(&self, path: &str) -> Answer {
        self.send(Sent::new(Method::POST, path)).await
    }

    /// Sends a `POST` under an idempotency key.
    pub async fn keyed(&self, key: &str, path: &str, body: &Value) -> Answer {
        self.send(Sent::new(Method::POST, path).header("idempotency-key", key).json(body)).await
    }

    pub async fn id(&self) -> String {
        self.get("/api/users/me").await.expect(200).text_at("/id")
    }

    /// Disables the caller's account.
    pub async fn disable(&self) {
        let id = self.id().await.parse().expect("an id");
        self.api.ports.readback.disable(id, self.now()).await;
    }

    /// Deletes the caller's account.
    pub async fn leave(&self) {
        let body = json!({"current_password": PASSWORD});
        self.send(Sent::new(Method::DELETE, "/api/users/me").json(&body)).await.expect(202);
    }

    pub async fn upload(&self, file_name: &str, content: &[u8]) -> Answer {
        self.send(Sent::new(Method::POST, "/api/headshots").photo(file_name, content)).await
    }

    pub async fn apply(&self) -> String {
        self.post("/api/applications", &Self::wizard()).await.expect(201).text_at("/id")
    }

    /// Submits an application with some other answers.
    pub async fn apply_with(&self, answers: Value) -> Answer {
        self.post("/api/applications", &Self::wizard_with(answers)).await
    }

    pub async fn decide(&self, id: &str, decision: &str) -> Answer {
        let path = format!("/api/admin/applications/{id}/decision");
        self.post(&path, &json!({"decision": decision})).await
    }

    /// The request body of a complete application without its optional fields.
    pub fn wizard() -> Value {
        let required = Field::ALL.iter().filter(|field| field.required);
        let member = |field: &Field| match field.kind {
            FieldKind::List { .. } => json!(field.example),
            _ => json!(field.example.concat()),
        };
        required.map(|field| (field.name().to_owned(), member(field))).collect()
    }

    /// The same with some other answers.
    pub fn wizard_with(mut answers: Value) -> Value {
        let mut body = Self::wizard();
        let members = body.as_object_mut().expect("an object");
        members.append(answers.as_object_mut().expect("an object"));
        body
    }
}
