/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
export { ApiError } from './core/ApiError';
export { CancelablePromise, CancelError } from './core/CancelablePromise';
export { OpenAPI } from './core/OpenAPI';
export type { OpenAPIConfig } from './core/OpenAPI';

export type { ApplicationCounts } from './models/ApplicationCounts';
export type { ApplicationDetail } from './models/ApplicationDetail';
export type { ApplicationPage } from './models/ApplicationPage';
export type { ApplicationReceipt } from './models/ApplicationReceipt';
export type { ApplicationSort } from './models/ApplicationSort';
export type { ApplicationStatus } from './models/ApplicationStatus';
export type { ApplicationSummary } from './models/ApplicationSummary';
export type { ChangePasswordRequest } from './models/ChangePasswordRequest';
export type { CheckEmail } from './models/CheckEmail';
export type { CheckEmailStatus } from './models/CheckEmailStatus';
export type { CurrentUser } from './models/CurrentUser';
export type { Decision } from './models/Decision';
export type { DecisionRequest } from './models/DecisionRequest';
export type { DeleteAccountRequest } from './models/DeleteAccountRequest';
export type { FieldCode } from './models/FieldCode';
export type { FieldProblem } from './models/FieldProblem';
export type { Headshot } from './models/Headshot';
export type { HeadshotPage } from './models/HeadshotPage';
export type { HeadshotSort } from './models/HeadshotSort';
export type { Health } from './models/Health';
export type { HealthStatus } from './models/HealthStatus';
export type { KeySet } from './models/KeySet';
export type { LinkToken } from './models/LinkToken';
export type { MyApplication } from './models/MyApplication';
export type { MyApplicationPage } from './models/MyApplicationPage';
export type { OwnSession } from './models/OwnSession';
export type { OwnSessionPage } from './models/OwnSessionPage';
export type { PasswordRules } from './models/PasswordRules';
export type { Problem } from './models/Problem';
export type { ProblemCode } from './models/ProblemCode';
export type { PublicKey } from './models/PublicKey';
export type { Readiness } from './models/Readiness';
export type { ReadinessChecks } from './models/ReadinessChecks';
export type { ReadyStatus } from './models/ReadyStatus';
export type { RedeemVerificationRequest } from './models/RedeemVerificationRequest';
export type { RefreshRequest } from './models/RefreshRequest';
export type { ResendVerificationRequest } from './models/ResendVerificationRequest';
export type { Role } from './models/Role';
export type { Session } from './models/Session';
export type { SessionUser } from './models/SessionUser';
export type { SignInRequest } from './models/SignInRequest';
export type { SignUpRequest } from './models/SignUpRequest';
export type { SortOrder } from './models/SortOrder';
export type { SubmitApplicationRequest } from './models/SubmitApplicationRequest';
export type { TokenType } from './models/TokenType';
export type { TShirtSize } from './models/TShirtSize';
export type { TypedCode } from './models/TypedCode';
export type { UpdateUserRequest } from './models/UpdateUserRequest';
export type { VerificationPurpose } from './models/VerificationPurpose';
export type { VerificationResult } from './models/VerificationResult';
export type { WeakReason } from './models/WeakReason';

export { AccountsService } from './services/AccountsService';
export { ApplicationsService } from './services/ApplicationsService';
export { HeadshotsService } from './services/HeadshotsService';
export { OperationsService } from './services/OperationsService';
export { ReviewService } from './services/ReviewService';
export { SessionsService } from './services/SessionsService';
export { UsersService } from './services/UsersService';
