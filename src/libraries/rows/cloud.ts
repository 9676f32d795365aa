import type { LibraryRow } from "../../contract/library-row.js";

const aws = "https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html";

/** AWS, Azure and Supabase. */
export const cloudRows: readonly LibraryRow[] = [
  {
    library: "AWS SDK for JavaScript 3.1175, Smithy clients",
    packages: "@aws-sdk/* @smithy/*",
    source: aws,
    members: { $metadata: "object" },
    at: "name Code",
    means: {
      rate_limited:
        "ThrottlingException Throttling ThrottledException RequestThrottled RequestThrottledException " +
        "BandwidthLimitExceeded " +
        "EC2ThrottledException LimitExceededException PriorRequestNotComplete " +
        "ProvisionedThroughputExceededException " +
        "RequestLimitExceeded TooManyRequestsException TooManyRequests TransactionInProgressException " +
        "ServiceQuotaExceededException KMSThrottlingException",
      not_found:
        "ResourceNotFoundException ResourceNotFound NoSuchKey NoSuchBucket NoSuchUpload NoSuchVersion NotFound " +
        "NotFoundException " +
        "NoSuchEntity NoSuchEntityException QueueDoesNotExist *.NonExistentQueue StackNotFoundException " +
        "FileSystemNotFound " +
        "*NotFoundException *NotFoundFault *NotFound",
      already_exists:
        "ResourceAlreadyExistsException AlreadyExistsException EntityAlreadyExists EntityAlreadyExistsException " +
        "BucketAlreadyExists " +
        "BucketAlreadyOwnedByYou QueueNameExists UsernameExistsException *AlreadyExistsException " +
        "*AlreadyExistsFault *AlreadyExists",
      conflict:
        "ConditionalCheckFailedException ConflictException OperationAborted PreconditionFailed " +
        "TransactionConflictException " +
        "TransactionCanceledException ResourceInUseException ConcurrentModificationException InvalidObjectState " +
        "*ConflictException",
      permission_denied:
        "AccessDenied AccessDeniedException UnauthorizedOperation AuthorizationError NotAuthorized " +
        "AllAccessDisabled " +
        "OptInRequired KMSAccessDeniedException",
      unauthenticated:
        "UnrecognizedClientException ExpiredToken ExpiredTokenException InvalidClientTokenId InvalidAccessKeyId " +
        "InvalidSignatureException SignatureDoesNotMatch MissingAuthenticationToken " +
        "MissingAuthenticationTokenException " +
        "IncompleteSignature IncompleteSignatureException InvalidToken AuthFailure NotAuthorizedException " +
        "RequestExpired " +
        "RequestTimeTooSkewed TokenRefreshRequired UnauthorizedException UnauthorizedSSOTokenError",
      invalid_input:
        "ValidationException ValidationError InvalidParameterValue InvalidParameterException " +
        "InvalidParameterValueException " +
        "InvalidParameterCombination InvalidRequestException InvalidArgument MalformedQueryString " +
        "SerializationException " +
        "EntityTooLarge KeyTooLongError InvalidBucketName ItemCollectionSizeLimitExceededException " +
        "RequestEntityTooLargeException ModelErrorException",
      missing_input: "MissingParameter MissingRequiredParameter",
      unknown_operation: "UnknownOperationException InvalidAction UnsupportedOperation",
      timeout: "RequestTimeout RequestTimeoutException ModelTimeoutException",
      unavailable:
        "ServiceUnavailable ServiceUnavailableException Unavailable ModelNotReadyException " +
        "SubscriptionRequiredException",
      upstream_failed: "InternalError InternalFailure InternalServerError InternalServerException InternalServiceError",
    },
    status: "$metadata.httpStatusCode",
    headers: "$response.headers",
  },
  {
    library: "AWS SDK for JavaScript 3.1175: no credentials",
    packages: "@aws-sdk/* @smithy/*",
    source: "https://docs.aws.amazon.com/sdk-for-javascript/v3/developer-guide/setting-credentials-node.html",
    at: "name",
    means: { unauthenticated: "CredentialsProviderError TokenProviderError ProviderError" },
  },
  {
    library: "Azure Storage 12.32, Cosmos DB 4",
    packages: "@azure/storage-blob @azure/storage-queue @azure/storage-file-share @azure/data-tables @azure/cosmos",
    source: "https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes",
    members: { statusCode: "number", request: "object" },
    // An answer without a body has it in a header.
    at: "code details.errorCode",
    means: {
      already_exists:
        "BlobAlreadyExists ContainerAlreadyExists ResourceAlreadyExists EntityAlreadyExists QueueAlreadyExists " +
        "TableAlreadyExists ShareAlreadyExists AccountAlreadyExists",
      not_found:
        "BlobNotFound ContainerNotFound ResourceNotFound QueueNotFound TableNotFound ShareNotFound EntityNotFound " +
        "MessageNotFound",
      conflict:
        "ConditionNotMet LeaseIdMissing LeaseAlreadyPresent BlobImmutableDueToPolicy UpdateConditionNotSatisfied",
      unauthenticated: "AuthenticationFailed InvalidAuthenticationInfo NoAuthenticationInformation",
      permission_denied: "AuthorizationFailure AuthorizationPermissionMismatch InsufficientAccountPermissions",
      unavailable: "ServerBusy ContainerBeingDeleted QueueBeingDeleted TableBeingDeleted ShareBeingDeleted",
      timeout: "OperationTimedOut",
    },
  },
  {
    library: "Azure core 1.24: a request that failed",
    packages: "@azure/*",
    source: "https://learn.microsoft.com/javascript/api/@azure/core-rest-pipeline/resterror",
    means: { unavailable: "REQUEST_SEND_ERROR", upstream_failed: "PARSE_ERROR" },
    isGeneral: true,
  },
  {
    library: "Azure Identity 4.13",
    packages: "@azure/identity",
    source: "https://learn.microsoft.com/javascript/api/@azure/identity",
    at: "name",
    means: {
      unauthenticated:
        "CredentialUnavailableError AuthenticationError AggregateAuthenticationError AuthenticationRequiredError",
    },
  },
  {
    library: "Cosmos DB 4",
    packages: "@azure/cosmos",
    source: "https://learn.microsoft.com/rest/api/cosmos-db/common-cosmosdb-rest-response-headers",
    members: { retryAfterInMs: "number" },
    wait: "retryAfterInMs",
    unit: "ms",
  },
  {
    library: "Supabase 2.109, storage: the body has another status than the answer",
    packages: "@supabase/*",
    source: "https://supabase.com/docs/guides/storage/debugging/error-codes",
    members: { __isStorageError: [true], statusCode: "^[45]\\d\\d$" },
    status: "statusCode",
  },
  {
    library: "Supabase 2.109, auth",
    packages: "@supabase/*",
    source: "https://supabase.com/docs/guides/auth/debugging/error-codes",
    members: { __isAuthError: [true], code: "string" },
    means: {
      unauthenticated:
        "invalid_credentials bad_jwt no_authorization session_expired session_not_found refresh_token_not_found " +
        "refresh_token_already_used otp_expired bad_oauth_state bad_oauth_callback flow_state_expired " +
        "flow_state_not_found " +
        "reauthentication_needed",
      permission_denied:
        "not_admin user_banned insufficient_aal email_address_not_authorized signup_disabled provider_disabled " +
        "email_provider_disabled phone_provider_disabled otp_disabled email_not_confirmed phone_not_confirmed",
      already_exists: "user_already_exists email_exists phone_exists identity_already_exists",
      not_found: "user_not_found identity_not_found mfa_factor_not_found invite_not_found",
      rate_limited: "over_request_rate_limit over_email_send_rate_limit over_sms_send_rate_limit",
      invalid_input: "weak_password validation_failed same_password email_address_invalid bad_json captcha_failed",
      timeout: "request_timeout hook_timeout",
      conflict: "conflict",
    },
  },
  {
    library: "Supabase 2.109, auth: no answer",
    packages: "@supabase/*",
    source: "https://supabase.com/docs/reference/javascript/auth-api",
    members: { __isAuthError: [true], name: ["AuthRetryableFetchError"] },
    otherwise: "unavailable",
    isGeneral: true,
  },
  {
    library: "Supabase 2.109, functions: an answer",
    packages: "@supabase/*",
    source: "https://supabase.com/docs/reference/javascript/functions-invoke",
    members: { "context.status": "number", "context.headers": "object" },
    status: "context.status",
    headers: "context.headers",
    otherwise: "upstream_failed",
  },
  {
    library: "Supabase 2.109, functions: no answer",
    packages: "@supabase/*",
    source: "https://supabase.com/docs/reference/javascript/functions-invoke",
    members: { context: "object", name: ["FunctionsFetchError", "FunctionsRelayError"] },
    original: "context",
    otherwise: "unavailable",
    isGeneral: true,
  },
];
