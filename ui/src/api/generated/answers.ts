/* generated using scripts/generate-api.mjs -- do not edit */
/** A type of JSON, or the name of a shape; `[]` for a list of them, `?` for one that may be null. */
export type Member = string;
/** The required members of each object, or which shapes it may have. */
export const shapes: Readonly<Record<string, Readonly<Record<string, Member>> | readonly Member[]>> = {
  "AddressVerified": {
    "purpose": "string",
    "verified": "boolean",
    "email": "string"
  },
  "ApplicationAnswers": {
    "teaching_experience": "string",
    "teaching_position": "string",
    "school_district": "string",
    "subjects_taught": "string[]",
    "date_of_birth": "string",
    "address_line1": "string",
    "address_line2": "string?",
    "city": "string",
    "state": "string",
    "zip_code": "string",
    "phone": "string",
    "t_shirt_size": "string",
    "headshot_id": "string?"
  },
  "ApplicationCounts": {
    "total": "number",
    "pending": "number",
    "approved": "number",
    "rejected": "number"
  },
  "ApplicationDetail": {
    "id": "string",
    "user_id": "string",
    "status": "string",
    "submitted_at": "string",
    "reviewed_at": "string?",
    "first_name": "string?",
    "last_name": "string?",
    "email": "string?",
    "headshot_url": "string?",
    "teaching_experience": "string",
    "teaching_position": "string",
    "school_district": "string",
    "subjects_taught": "string[]",
    "date_of_birth": "string",
    "address_line1": "string",
    "address_line2": "string?",
    "city": "string",
    "state": "string",
    "zip_code": "string",
    "phone": "string",
    "t_shirt_size": "string",
    "headshot_id": "string?"
  },
  "ApplicationDraft": {
    "fields": "DraftFields",
    "step": "number",
    "updated_at": "string?",
    "version": "string"
  },
  "ApplicationEvent": {
    "id": "string",
    "created_at": "string",
    "action": "string",
    "actor_id": "string",
    "actor_name": "string?",
    "from_status": "any",
    "to_status": "string",
    "change": "any"
  },
  "ApplicationHistory": {
    "items": "ApplicationEvent[]",
    "next_cursor": "string?"
  },
  "ApplicationMarks": {
    "yes": "number",
    "maybe": "number",
    "no": "number",
    "mine": "any"
  },
  "ApplicationNote": {
    "id": "string",
    "author_id": "string",
    "author_name": "string?",
    "text": "string",
    "created_at": "string",
    "updated_at": "string",
    "version": "string"
  },
  "ApplicationNotes": {
    "items": "ApplicationNote[]",
    "next_cursor": "string?"
  },
  "ApplicationPage": {
    "items": "ApplicationSummary[]",
    "total": "number",
    "limit": "number",
    "offset": "number?",
    "next_cursor": "string?",
    "prev_cursor": "string?",
    "total_is_exact": "boolean",
    "counts": "ApplicationCounts"
  },
  "ApplicationReceipt": {
    "id": "string",
    "status": "string",
    "submitted_at": "string"
  },
  "ApplicationSummary": {
    "id": "string",
    "first_name": "string?",
    "last_name": "string?",
    "email": "string?",
    "teaching_position": "string",
    "city": "string",
    "state": "string",
    "state_code": "string?",
    "excerpt": "string",
    "status": "string",
    "submitted_at": "string",
    "reviewed_at": "string?",
    "changed_at": "string",
    "version": "number",
    "changes": "any",
    "notes": "number?",
    "marks": "ApplicationMarks?",
    "read_at": "string?"
  },
  "ApplicationVersion": {
    "number": "number",
    "fields": "ApplicationAnswers",
    "headshot_url": "string?",
    "replaced_at": "string",
    "change_request": "ChangeRequest"
  },
  "ApplicationVersions": {
    "items": "ApplicationVersion[]",
    "next_cursor": "string?"
  },
  "ApplicationViewer": {
    "user_id": "string",
    "name": "string",
    "since": "string"
  },
  "ApplicationViewers": {
    "items": "ApplicationViewer[]",
    "next_cursor": "string?"
  },
  "AuditEvent": {
    "id": "string",
    "created_at": "string",
    "actor_id": "string?",
    "actor_name": "string?",
    "action": "string",
    "target_type": "string",
    "target_id": "string",
    "target_name": "string?",
    "detail": "object"
  },
  "AuditEventPage": {
    "items": "AuditEvent[]",
    "next_cursor": "string?"
  },
  "BulkDecision": {
    "decided": "string[]",
    "skipped": "SkippedApplication[]",
    "undo_seconds": "number",
    "undo_until": "string?"
  },
  "BulkUndo": {
    "undone": "string[]",
    "skipped": "SkippedApplication[]"
  },
  "ChangeRequest": {
    "id": "string",
    "message": "string",
    "fields": "string[]",
    "created_at": "string",
    "requested_by": "Requester?",
    "closed_at": "string?",
    "outcome": "any"
  },
  "CheckEmail": {
    "status": "string"
  },
  "CheckProblem": {
    "field": "string",
    "code": "string",
    "detail": "string"
  },
  "ChosenByState": {
    "state": "string?",
    "count": "number"
  },
  "ContactMessage": {
    "id": "string",
    "full_name": "string",
    "email": "string",
    "phone": "string?",
    "subject": "string",
    "message": "string",
    "is_teacher": "boolean",
    "state": "string",
    "received_at": "string",
    "owner_id": "string?",
    "owner_name": "string?",
    "handled_by": "string?",
    "handler_name": "string?",
    "handled_at": "string?"
  },
  "ContactMessageCounts": {
    "new": "number",
    "answered": "number",
    "spam": "number"
  },
  "ContactMessagePage": {
    "items": "ContactMessage[]",
    "total": "number",
    "limit": "number",
    "offset": "number?",
    "next_cursor": "string?",
    "prev_cursor": "string?",
    "counts": "ContactMessageCounts"
  },
  "ContactReceipt": {
    "department": "string"
  },
  "CurrentUser": {
    "id": "string",
    "email": "string",
    "email_verified": "boolean",
    "first_name": "string",
    "last_name": "string",
    "roles": "string[]",
    "created_at": "string",
    "second_factor_required": "boolean"
  },
  "DecidedApplication": {
    "id": "string",
    "user_id": "string",
    "status": "string",
    "submitted_at": "string",
    "reviewed_at": "string?",
    "first_name": "string?",
    "last_name": "string?",
    "email": "string?",
    "headshot_url": "string?",
    "teaching_experience": "string",
    "teaching_position": "string",
    "school_district": "string",
    "subjects_taught": "string[]",
    "date_of_birth": "string",
    "address_line1": "string",
    "address_line2": "string?",
    "city": "string",
    "state": "string",
    "zip_code": "string",
    "phone": "string",
    "t_shirt_size": "string",
    "headshot_id": "string?",
    "undo_seconds": "number"
  },
  "DecisionPreview": {
    "mails": "number",
    "subject": "string?",
    "preview_url": "string?",
    "by_state": "ChosenByState[]",
    "skipped": "SkippedApplication[]"
  },
  "DraftFields": {},
  "EmailChangeConfirmed": {
    "purpose": "string",
    "pending": "any"
  },
  "EmailMessage": {
    "id": "string",
    "to": "string",
    "template": "string",
    "state": "string",
    "attempts": "number",
    "created_at": "string",
    "last_error": "string?"
  },
  "EmailMessagePage": {
    "items": "EmailMessage[]",
    "next_cursor": "string?"
  },
  "EmailPreview": {
    "subject": "string",
    "html": "string",
    "text": "string",
    "preview_url": "string"
  },
  "EmailRestored": {
    "purpose": "string",
    "verified": "boolean",
    "recovery_token": "string",
    "expires_in": "number"
  },
  "EmailTemplate": {
    "template_name": "string",
    "subject": "string",
    "html_content": "string",
    "placeholders": "string[]",
    "version": "number"
  },
  "EmailTemplateList": {
    "items": "EmailTemplate[]",
    "next_cursor": "string?"
  },
  "EmailTemplateVersion": {
    "version": "number",
    "subject": "string",
    "edited_at": "string",
    "edited_by": "string?",
    "edited_by_name": "string?"
  },
  "EmailTemplateVersionList": {
    "items": "EmailTemplateVersion[]",
    "next_cursor": "string?"
  },
  "EnrolledApp": {
    "id": "string",
    "secret": "string",
    "uri": "string",
    "qr_svg": "string"
  },
  "EnrolledFactor": [
    "EnrolledApp",
    "EnrolledPasskey"
  ],
  "EnrolledPasskey": {
    "id": "string",
    "challenge_id": "string",
    "expires_at": "string",
    "options": "object"
  },
  "Factor": {
    "id": "string",
    "factor_type": "string",
    "friendly_name": "string",
    "status": "string",
    "created_at": "string",
    "last_used_at": "string?"
  },
  "FactorChallenge": {
    "id": "string",
    "expires_at": "string",
    "options": "object?"
  },
  "FactorChoice": {
    "id": "string",
    "factor_type": "string",
    "friendly_name": "string"
  },
  "FactorRequired": {
    "status": "string",
    "challenge_token": "string",
    "expires_in": "number",
    "factors": "FactorChoice[]",
    "options": "object?"
  },
  "Factors": {
    "items": "Factor[]",
    "next_cursor": "string?",
    "recovery_codes_left": "number"
  },
  "Headshot": {
    "id": "string",
    "name": "string",
    "headshot_url": "string",
    "width": "number",
    "height": "number",
    "bytes": "number"
  },
  "HeadshotPage": {
    "items": "Headshot[]",
    "total": "number",
    "limit": "number",
    "offset": "number?",
    "next_cursor": "string?",
    "prev_cursor": "string?"
  },
  "Health": {
    "status": "string"
  },
  "Identities": {
    "items": "Identity[]",
    "next_cursor": "string?"
  },
  "Identity": {
    "id": "string",
    "provider": "string",
    "subject": "string",
    "email": "string?",
    "created_at": "string"
  },
  "Invitation": {
    "id": "string",
    "email": "string",
    "created_at": "string",
    "expires_at": "string",
    "inviter_name": "string"
  },
  "InvitationList": {
    "items": "Invitation[]",
    "next_cursor": "string?"
  },
  "KeySet": {
    "items": "PublicKey[]",
    "next_cursor": "string?"
  },
  "MyApplication": {
    "id": "string",
    "status": "string",
    "submitted_at": "string",
    "reviewed_at": "string?"
  },
  "MyApplicationPage": {
    "items": "MyApplication[]",
    "total": "number",
    "limit": "number",
    "offset": "number?",
    "next_cursor": "string?",
    "prev_cursor": "string?"
  },
  "NewRecoveryCodes": {
    "recovery_codes": "string[]"
  },
  "Nonce": {
    "nonce": "string",
    "expires_in": "number"
  },
  "OwnSession": {
    "id": "string",
    "created_at": "string",
    "last_used_at": "string",
    "ip_prefix": "string?",
    "user_agent": "string?",
    "aal": "string",
    "amr": "Proof[]",
    "current": "boolean"
  },
  "OwnSessionPage": {
    "items": "OwnSession[]",
    "total": "number",
    "limit": "number",
    "offset": "number?",
    "next_cursor": "string?",
    "prev_cursor": "string?"
  },
  "PasskeyChallenge": {
    "options": "object",
    "expires_at": "string"
  },
  "Proof": {
    "method": "string",
    "at": "string"
  },
  "Provider": {
    "name": "string",
    "title": "string",
    "kind": "string"
  },
  "Providers": {
    "items": "Provider[]",
    "next_cursor": "string?"
  },
  "PublicKey": {
    "kid": "string",
    "paserk": "string",
    "not_before": "string",
    "not_after": "string"
  },
  "Readiness": {
    "status": "string",
    "checks": "ReadinessChecks",
    "notes": "CheckProblem[]"
  },
  "ReadinessChecks": {
    "database": "boolean",
    "migrations": "boolean",
    "store": "boolean",
    "outbox": "boolean",
    "outbox_oldest_due": "string?"
  },
  "RecoveryGranted": {
    "purpose": "string",
    "recovery_token": "string",
    "expires_in": "number"
  },
  "ReviewedApplication": {
    "id": "string",
    "user_id": "string",
    "status": "string",
    "submitted_at": "string",
    "reviewed_at": "string?",
    "first_name": "string?",
    "last_name": "string?",
    "email": "string?",
    "headshot_url": "string?",
    "teaching_experience": "string",
    "teaching_position": "string",
    "school_district": "string",
    "subjects_taught": "string[]",
    "city": "string",
    "state": "string",
    "t_shirt_size": "string",
    "headshot_id": "string?"
  },
  "Selection": {
    "target": "number?",
    "version": "string",
    "approved": "number",
    "team_yes": "number"
  },
  "Session": {
    "access_token": "string",
    "token_type": "string",
    "expires_in": "number",
    "expires_at": "string",
    "refresh_token": "string",
    "aal": "string",
    "amr": "Proof[]",
    "user": "SessionUser"
  },
  "SessionUser": {
    "id": "string",
    "email": "string",
    "first_name": "string",
    "last_name": "string",
    "roles": "string[]",
    "email_verified": "boolean"
  },
  "SiteObject": {
    "features": "string[]",
    "contact_email": "string",
    "giving": "GivingUrls?",
    "shop_url": "string?",
    "season": "any"
  },
  "SkippedApplication": {
    "id": "string",
    "code": "string"
  },
  "StateCount": {
    "state": "string?",
    "state_name": "string?",
    "pending": "number",
    "approved": "number",
    "rejected": "number",
    "team_yes": "number"
  },
  "StateCounts": {
    "items": "StateCount[]",
    "next_cursor": "string?",
    "is_exact": "boolean"
  },
  "Subscriber": {
    "id": "string",
    "email": "string",
    "first_name": "string?",
    "is_educator": "boolean",
    "form": "any",
    "state": "string",
    "since": "string"
  },
  "SubscriberCounts": {
    "pending": "number",
    "subscribed": "number",
    "unsubscribed": "number"
  },
  "SubscriberGrowth": {
    "items": "SubscriberWeek[]",
    "next_cursor": "string?"
  },
  "SubscriberPage": {
    "items": "Subscriber[]",
    "total": "number",
    "limit": "number",
    "offset": "number?",
    "next_cursor": "string?",
    "prev_cursor": "string?",
    "counts": "SubscriberCounts"
  },
  "SubscriberWeek": {
    "week": "string",
    "subscribed": "number",
    "unsubscribed": "number"
  },
  "SubscriptionPreferences": {
    "first_name": "string?",
    "is_educator": "boolean",
    "state": "string"
  },
  "SubscriptionStatus": {
    "state": "string"
  },
  "UserApplication": {
    "id": "string",
    "status": "string"
  },
  "UserDetail": {
    "id": "string",
    "email": "string",
    "first_name": "string",
    "last_name": "string",
    "roles": "string[]",
    "state": "string",
    "created_at": "string",
    "disabled_at": "string?",
    "last_sign_in_at": "string?",
    "application_id": "string?",
    "applications": "UserApplication[]",
    "sessions": "number",
    "factors": "string[]"
  },
  "UserPage": {
    "items": "UserSummary[]",
    "total": "number",
    "limit": "number",
    "offset": "number?",
    "next_cursor": "string?",
    "prev_cursor": "string?",
    "total_is_exact": "boolean"
  },
  "UserSummary": {
    "id": "string",
    "email": "string",
    "first_name": "string",
    "last_name": "string",
    "roles": "string[]",
    "state": "string",
    "created_at": "string",
    "disabled_at": "string?",
    "last_sign_in_at": "string?",
    "application_id": "string?"
  },
  "VerificationResult": [
    "AddressVerified",
    "RecoveryGranted",
    "EmailChangeConfirmed",
    "EmailRestored"
  ],
  "VerifiedFactor": {
    "access_token": "string",
    "token_type": "string",
    "expires_in": "number",
    "expires_at": "string",
    "refresh_token": "string",
    "aal": "string",
    "amr": "Proof[]",
    "user": "SessionUser",
    "recovery_codes": "string[]?"
  },
  "WalletNonce": {
    "nonce": "string",
    "expires_in": "number"
  },
  "GivingUrls": {
    "one_time": "string",
    "monthly": "string",
    "sponsor_teacher": "string",
    "sponsor_forum": "string"
  },
  "Requester": {
    "id": "string",
    "name": "string"
  }
};
/** What each operation answers, by status: a member, a media type that is not JSON, or nothing. */
export const answers: Readonly<Record<string, Readonly<Record<number, Member>>>> = {
  "POST /auth/signup": {
    "202": "CheckEmail"
  },
  "POST /auth/verifications": {
    "200": "VerificationResult"
  },
  "POST /auth/verifications/resend": {
    "202": "CheckEmail"
  },
  "POST /auth/recovery": {
    "202": "CheckEmail"
  },
  "PUT /auth/recovery/password": {
    "204": ""
  },
  "POST /auth/codes": {
    "202": "CheckEmail"
  },
  "POST /auth/sessions/code": {
    "200": "FactorRequired",
    "201": "Session"
  },
  "POST /auth/sessions": {
    "200": "FactorRequired",
    "201": "Session"
  },
  "GET /auth/sessions": {
    "200": "OwnSessionPage"
  },
  "DELETE /auth/sessions": {
    "204": ""
  },
  "POST /auth/sessions/refresh": {
    "200": "Session"
  },
  "DELETE /auth/sessions/{id}": {
    "204": ""
  },
  "GET /auth/factors": {
    "200": "Factors"
  },
  "POST /auth/factors": {
    "201": "EnrolledFactor"
  },
  "POST /auth/factors/{id}/challenges": {
    "201": "FactorChallenge"
  },
  "POST /auth/factors/{id}/verifications": {
    "200": "VerifiedFactor"
  },
  "PATCH /auth/factors/{id}": {
    "200": "Factor"
  },
  "DELETE /auth/factors/{id}": {
    "204": ""
  },
  "POST /auth/factors/recovery-codes": {
    "201": "NewRecoveryCodes"
  },
  "POST /auth/sessions/factor": {
    "201": "Session"
  },
  "POST /auth/sessions/reauthentication": {
    "204": ""
  },
  "POST /auth/passkeys/challenges": {
    "201": "PasskeyChallenge"
  },
  "POST /auth/sessions/passkey": {
    "201": "Session"
  },
  "GET /auth/providers": {
    "200": "Providers"
  },
  "POST /auth/nonces": {
    "201": "Nonce"
  },
  "POST /auth/sessions/id_token": {
    "200": "FactorRequired",
    "201": "Session"
  },
  "POST /auth/sessions/pkce": {
    "200": "FactorRequired",
    "201": "Session"
  },
  "POST /auth/web3/nonces": {
    "201": "WalletNonce"
  },
  "POST /auth/sessions/web3": {
    "200": "FactorRequired",
    "201": "Session"
  },
  "GET /users/me/identities": {
    "200": "Identities"
  },
  "POST /users/me/identities": {
    "201": "Identity"
  },
  "DELETE /users/me/identities/{identity}": {
    "204": ""
  },
  "GET /auth/keys": {
    "200": "KeySet"
  },
  "GET /users/me": {
    "200": "CurrentUser"
  },
  "PATCH /users/me": {
    "200": "CurrentUser"
  },
  "DELETE /users/me": {
    "202": ""
  },
  "PUT /users/me/password": {
    "204": ""
  },
  "PUT /users/me/email": {
    "202": "CheckEmail"
  },
  "GET /users/me/export": {
    "200": "application/zip"
  },
  "POST /applications": {
    "201": "ApplicationReceipt"
  },
  "GET /applications/mine": {
    "200": "MyApplicationPage"
  },
  "GET /applications/{id}": {
    "200": "ApplicationDetail"
  },
  "PUT /applications/{id}": {
    "200": "ApplicationDetail"
  },
  "POST /applications/{id}/withdrawal": {
    "204": ""
  },
  "GET /applications/draft": {
    "200": "ApplicationDraft"
  },
  "PUT /applications/draft": {
    "200": "ApplicationDraft"
  },
  "DELETE /applications/draft": {
    "204": ""
  },
  "GET /admin/applications": {
    "200": "ApplicationPage"
  },
  "GET /admin/applications/states": {
    "200": "StateCounts"
  },
  "POST /admin/applications/{id}/decision": {
    "200": "DecidedApplication"
  },
  "POST /admin/applications/{id}/decision/undo": {
    "200": "ApplicationDetail"
  },
  "POST /admin/applications/decisions": {
    "200": "BulkDecision"
  },
  "POST /admin/applications/decisions/preview": {
    "200": "DecisionPreview"
  },
  "POST /admin/applications/decisions/undo": {
    "200": "BulkUndo"
  },
  "GET /admin/applications/{id}": {
    "200": "ReviewedApplication"
  },
  "GET /admin/applications/{id}/history": {
    "200": "ApplicationHistory"
  },
  "GET /admin/applications/export": {
    "200": "text/csv"
  },
  "GET /admin/applications/{id}/notes": {
    "200": "ApplicationNotes"
  },
  "POST /admin/applications/{id}/notes": {
    "201": "ApplicationNote"
  },
  "PATCH /admin/applications/{id}/notes/{note_id}": {
    "200": "ApplicationNote"
  },
  "DELETE /admin/applications/{id}/notes/{note_id}": {
    "204": ""
  },
  "PUT /admin/applications/{id}/viewers/me": {
    "200": "ApplicationViewers"
  },
  "DELETE /admin/applications/{id}/viewers/me": {
    "204": ""
  },
  "PUT /admin/applications/{id}/marks/me": {
    "200": "ApplicationMarks"
  },
  "DELETE /admin/applications/{id}/marks/me": {
    "204": ""
  },
  "GET /admin/selection": {
    "200": "Selection"
  },
  "PUT /admin/selection": {
    "200": "Selection"
  },
  "POST /admin/applications/{id}/change-requests": {
    "201": "ChangeRequest"
  },
  "DELETE /admin/applications/{id}/change-requests/{request_id}": {
    "204": ""
  },
  "GET /admin/applications/{id}/versions": {
    "200": "ApplicationVersions"
  },
  "POST /headshots": {
    "201": "Headshot"
  },
  "GET /headshots": {
    "200": "HeadshotPage"
  },
  "DELETE /headshots/{id}": {
    "204": ""
  },
  "GET /health": {
    "200": "Health"
  },
  "GET /ready": {
    "200": "Readiness"
  },
  "POST /errors": {
    "204": ""
  },
  "GET /site": {
    "200": "SiteObject"
  },
  "POST /contact-messages": {
    "202": "ContactReceipt"
  },
  "GET /admin/contact-messages": {
    "200": "ContactMessagePage"
  },
  "POST /admin/contact-messages/{id}/owner": {
    "200": "ContactMessage"
  },
  "POST /admin/contact-messages/{id}/answered": {
    "200": "ContactMessage"
  },
  "POST /admin/contact-messages/{id}/spam": {
    "200": "ContactMessage"
  },
  "POST /admin/contact-messages/{id}/reopen": {
    "200": "ContactMessage"
  },
  "GET /admin/users": {
    "200": "UserPage"
  },
  "GET /admin/users/{id}": {
    "200": "UserDetail"
  },
  "PUT /admin/users/{id}/roles/{role}": {
    "200": "UserSummary"
  },
  "DELETE /admin/users/{id}/roles/{role}": {
    "204": ""
  },
  "POST /admin/users/{id}/disable": {
    "204": ""
  },
  "POST /admin/users/{id}/enable": {
    "204": ""
  },
  "DELETE /admin/users/{id}/sessions": {
    "204": ""
  },
  "DELETE /admin/users/{id}/factors": {
    "204": ""
  },
  "POST /admin/users/{id}/verification-mail": {
    "202": ""
  },
  "GET /admin/invitations": {
    "200": "InvitationList"
  },
  "POST /admin/invitations": {
    "201": "Invitation"
  },
  "DELETE /admin/invitations/{id}": {
    "204": ""
  },
  "POST /invitations/acceptances": {
    "204": ""
  },
  "POST /newsletter/subscriptions": {
    "202": "CheckEmail"
  },
  "POST /newsletter/confirmations": {
    "200": "SubscriptionStatus"
  },
  "POST /newsletter/unsubscriptions": {
    "200": "SubscriptionStatus"
  },
  "POST /newsletter/unsubscriptions/{token}": {
    "200": "SubscriptionStatus"
  },
  "POST /newsletter/preferences": {
    "200": "SubscriptionPreferences"
  },
  "PUT /newsletter/preferences": {
    "200": "SubscriptionPreferences"
  },
  "GET /admin/newsletter/subscribers": {
    "200": "SubscriberPage"
  },
  "GET /admin/newsletter/subscribers/export": {
    "200": "text/csv"
  },
  "GET /admin/newsletter/growth": {
    "200": "SubscriberGrowth"
  },
  "GET /admin/audit-events": {
    "200": "AuditEventPage"
  },
  "GET /admin/events": {
    "200": "text/event-stream"
  },
  "GET /admin/email-templates": {
    "200": "EmailTemplateList"
  },
  "GET /admin/email-templates/{template_name}": {
    "200": "EmailTemplate"
  },
  "PUT /admin/email-templates/{template_name}": {
    "200": "EmailTemplate"
  },
  "GET /admin/email-templates/{template_name}/versions": {
    "200": "EmailTemplateVersionList"
  },
  "GET /admin/email-templates/{template_name}/versions/{version}": {
    "200": "EmailTemplate"
  },
  "POST /admin/email-templates/{template_name}/preview": {
    "200": "EmailPreview"
  },
  "POST /admin/email-templates/{template_name}/test": {
    "202": ""
  },
  "GET /admin/email-messages": {
    "200": "EmailMessagePage"
  },
  "POST /admin/email-messages/{id}/retry": {
    "202": ""
  }
};
