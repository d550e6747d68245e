//! Successful responses, whose types give the published document status and body.

use poem::http::{StatusCode, header};
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{
    MetaHeader, MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry,
};
use poem_openapi::types::{ToJSON, Type};
use poem_openapi::{Enum, Object};

pub(crate) const JSON: &str = "application/json";

/// A JSON answer with the status `STATUS`.
pub(crate) struct JsonResponse<const STATUS: u16, T>(pub(crate) T);

pub(crate) type Success<T> = JsonResponse<200, T>;
pub(crate) type Created<T> = JsonResponse<201, T>;
pub(crate) type Accepted<T> = JsonResponse<202, T>;

impl<const STATUS: u16, T: ToJSON> IntoResponse for JsonResponse<STATUS, T> {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(STATUS).unwrap_or(StatusCode::OK);
        self.0.to_json_string().with_content_type(JSON).with_status(status).into_response()
    }
}

impl<const STATUS: u16, T: ToJSON> ApiResponse for JsonResponse<STATUS, T> {
    fn meta() -> MetaResponses {
        MetaResponses { responses: vec![documented::<T>(STATUS)] }
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

/// 204 without a body.
pub(crate) struct NoContent;

impl IntoResponse for NoContent {
    fn into_response(self) -> Response {
        StatusCode::NO_CONTENT.into_response()
    }
}

impl ApiResponse for NoContent {
    fn meta() -> MetaResponses {
        MetaResponses { responses: vec![response(204, "Done.", Vec::new())] }
    }

    fn register(_registry: &mut Registry) {}
}

/// 202 without a body.
pub(crate) struct AcceptedEmpty;

impl IntoResponse for AcceptedEmpty {
    fn into_response(self) -> Response {
        StatusCode::ACCEPTED.into_response()
    }
}

impl ApiResponse for AcceptedEmpty {
    fn meta() -> MetaResponses {
        MetaResponses { responses: vec![response(202, "Accepted for processing.", Vec::new())] }
    }

    fn register(_registry: &mut Registry) {}
}

/// 303 to an address.
pub(crate) struct SeeOther(pub(crate) String);

impl IntoResponse for SeeOther {
    fn into_response(self) -> Response {
        let sent_on = StatusCode::SEE_OTHER.with_header(header::LOCATION, self.0);
        // The previous address may contain the provider's code.
        sent_on.with_header(header::REFERRER_POLICY, "no-referrer").into_response()
    }
}

impl ApiResponse for SeeOther {
    fn meta() -> MetaResponses {
        let location = response_header(
            "Location",
            "The address of the redirect.",
            true,
            MetaSchema::new_with_format("string", "uri-reference"),
        );
        let see_other = MetaResponse { headers: vec![location], ..response(303, "A redirect.", Vec::new()) };
        MetaResponses { responses: vec![see_other] }
    }

    fn register(_registry: &mut Registry) {}
}

/// Always `check_email`.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum CheckEmailStatus {
    CheckEmail,
}

/// The response for every email address, known or not.
#[derive(Object)]
pub(crate) struct CheckEmail {
    status: CheckEmailStatus,
}

impl CheckEmail {
    pub(crate) fn response() -> Accepted<Self> {
        JsonResponse(Self { status: CheckEmailStatus::CheckEmail })
    }
}

/// A successful response with a JSON body of type `T`. Client generators ignore responses without a description.
pub(crate) fn documented<T: Type>(status: u16) -> MetaResponse {
    let description = match status {
        201 => "Created.",
        202 => "Accepted for processing.",
        _ => "Success.",
    };
    response(status, description, vec![MetaMediaType { content_type: JSON, schema: T::schema_ref() }])
}

/// A file to save, whose `Content-Disposition` suggests a name.
pub(crate) fn documented_file(content: Vec<MetaMediaType>) -> MetaResponse {
    let name = text_header("Content-Disposition", "Suggests a name for the file.");
    MetaResponse { headers: vec![name], ..response(200, "Success.", content) }
}

/// A header that is always present and may have any text.
pub(crate) fn text_header(name: &str, description: &str) -> MetaHeader {
    response_header(name, description, true, MetaSchema::new("string"))
}

pub(crate) fn response(status: u16, description: &'static str, content: Vec<MetaMediaType>) -> MetaResponse {
    MetaResponse { description, status: Some(status), status_range: None, content, headers: Vec::new() }
}

pub(crate) fn response_header(
    name: &str,
    description: &str,
    required: bool,
    schema: MetaSchema,
) -> MetaHeader {
    MetaHeader {
        name: name.to_owned(),
        description: Some(description.to_owned()),
        required,
        deprecated: false,
        schema: MetaSchemaRef::Inline(Box::new(schema)),
    }
}
