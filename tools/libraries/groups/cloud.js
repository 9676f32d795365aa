export const packages = {
  "@aws-sdk/client-dynamodb": "3.1169.0",
  "@aws-sdk/client-s3": "3.1175.0",
  "@azure/storage-blob": "12.32.0",
  "@supabase/supabase-js": "2.109.0",
  "@googleapis/drive": "22.0.0",
};

export async function run({ load, trial, serve, findPort }) {
  const dead = `http://127.0.0.1:${await findPort()}`;
  const hang = await serve(200, {}, "", "hang");
  const { DynamoDBClient, GetItemCommand } = await load("@aws-sdk/client-dynamodb");
  const { S3Client, GetObjectCommand } = await load("@aws-sdk/client-s3");
  const { BlobServiceClient, StorageSharedKeyCredential } = await load("@azure/storage-blob");
  const supabaseClients = await load("@supabase/supabase-js");
  // Node 20 has no WebSocket of its own.
  const realtime = { transport: class {} };
  const createClient = (url, key) => supabaseClients.createClient(url, key, { realtime });
  const { drive_v3: drive } = await load("@googleapis/drive");
  const region = "us-east-1";
  const credentials = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "k" };

  const readItem = (endpoint, requestHandler, options) =>
    new DynamoDBClient({ endpoint, region, credentials, maxAttempts: 1, requestHandler }).send(
      new GetItemCommand({ TableName: "t", Key: { id: { S: "1" } } }),
      options,
    );
  const names = {
    ResourceNotFoundException: "NOT_FOUND",
    ThrottlingException: "RATE_LIMITED",
    ProvisionedThroughputExceededException: "RATE_LIMITED",
    ConditionalCheckFailedException: "CONFLICT",
    AccessDeniedException: "PERMISSION_DENIED",
    UnrecognizedClientException: "UNAUTHENTICATED",
    ExpiredTokenException: "UNAUTHENTICATED",
    ValidationException: "INVALID_INPUT",
  };
  const dynamo = "@aws-sdk/client-dynamodb";
  for (const [name, expected] of Object.entries(names))
    await trial(dynamo, `\`${name}\`, under the status 400`, expected, async () =>
      readItem(await serve(400, {}, { __type: `com.amazonaws.dynamodb#${name}`, message: "m" })),
    );
  await trial(dynamo, "a limit that says how long", "RATE_LIMITED 7", async () =>
    readItem(await serve(400, { "retry-after": "7" }, { __type: "x#ThrottlingException", message: "m" })),
  );
  await trial(dynamo, "a page with the status 502", "UPSTREAM_FAILED", async () =>
    readItem(await serve(502, {}, "<p>")),
  );
  await trial(dynamo, "a connection that is refused", "UNAVAILABLE", () => readItem(dead));
  await trial(dynamo, "no answer in time", "TIMEOUT", () =>
    readItem(hang, { requestTimeout: 200, throwOnRequestTimeout: true }),
  );
  await trial(dynamo, "an abort", "CANCELLED", () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 60);
    return readItem(hang, undefined, { abortSignal: controller.signal });
  });

  const readObject = (endpoint) =>
    new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 }).send(
      new GetObjectCommand({ Bucket: "b", Key: "k" }),
    );
  const xml = (code) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`;
  const answers = [
    [404, "NoSuchKey", "NOT_FOUND"],
    [403, "AccessDenied", "PERMISSION_DENIED"],
    [403, "SignatureDoesNotMatch", "UNAUTHENTICATED"],
    [500, "InternalError", "UPSTREAM_FAILED"],
    [503, "SlowDown", "UNAVAILABLE 9"],
  ];
  for (const [status, code, expected] of answers)
    await trial("@aws-sdk/client-s3", `\`${code}\``, expected, async () =>
      readObject(await serve(status, status === 503 ? { "retry-after": "9" } : {}, xml(code))),
    );

  const readBlob = (url) =>
    new BlobServiceClient(`${url}/account`, new StorageSharedKeyCredential("account", "a2V5"), {
      retryOptions: { maxTries: 1 },
    })
      .getContainerClient("c")
      .getBlobClient("b")
      .getProperties();
  const blobs = [
    [404, "BlobNotFound", "NOT_FOUND"],
    [409, "BlobAlreadyExists", "ALREADY_EXISTS"],
    [412, "ConditionNotMet", "CONFLICT"],
    [503, "ServerBusy", "UNAVAILABLE 9"],
  ];
  for (const [status, code, expected] of blobs)
    await trial("@azure/storage-blob", `\`${code}\``, expected, async () =>
      readBlob(await serve(status, { "x-ms-error-code": code, ...(status === 503 && { "retry-after": "9" }) })),
    );
  await trial("@azure/storage-blob", "a connection that is refused", "UNAVAILABLE", () => readBlob(dead));

  const supabase = "@supabase/supabase-js";
  const raise = async (answer) => {
    const { error } = await answer;
    if (error) throw error;
  };
  const row = { message: "m", details: null, hint: null };
  const rows = [
    [409, { code: "23505", ...row }, "ALREADY_EXISTS"],
    [406, { code: "PGRST116", ...row }, "NOT_FOUND"],
    [403, { code: "42501", ...row }, "PERMISSION_DENIED"],
    [401, { code: "PGRST301", ...row }, "UNAUTHENTICATED"],
  ];
  for (const [status, body, expected] of rows)
    await trial(supabase, `a table: \`${body.code}\``, expected, async () =>
      raise(
        createClient(await serve(status, {}, body), "k")
          .from("t")
          .select()
          .single(),
      ),
    );
  await trial(supabase, "a table: a connection that is refused", "UNAVAILABLE", () =>
    raise(createClient(dead, "k").from("t").select()),
  );
  await trial(supabase, "storage: 404 in the body, 400 as the status", "NOT_FOUND", async () =>
    raise(
      createClient(await serve(400, {}, { statusCode: "404", error: "not_found", message: "m" }), "k")
        .storage.from("b")
        .list(),
    ),
  );
  await trial(supabase, "auth: wrong password", "UNAUTHENTICATED", async () => {
    const body = { code: "invalid_credentials", error_code: "invalid_credentials", msg: "m" };
    const { auth } = createClient(await serve(400, {}, body), "k");
    return raise(auth.signInWithPassword({ email: "a@example.org", password: "p" }));
  });
  await trial(supabase, "a function that failed", "UPSTREAM_FAILED", async () =>
    raise(createClient(await serve(500, {}, {}), "k").functions.invoke("f")),
  );

  const readFile = (rootUrl) =>
    new drive.Drive({ auth: "k", rootUrl: `${rootUrl}/`, retry: false }).files.get(
      { fileId: "1" },
      { rootUrl: `${rootUrl}/`, retry: false },
    );
  const google = (code, reason) => ({
    error: { code, message: "m", errors: [{ domain: "usageLimits", reason, message: "m" }] },
  });
  await trial("@googleapis/drive", "a limit, under the status 403", "RATE_LIMITED", async () =>
    readFile(await serve(403, {}, google(403, "userRateLimitExceeded"))),
  );
  await trial("@googleapis/drive", "the status 404", "NOT_FOUND", async () =>
    readFile(await serve(404, {}, google(404, "notFound"))),
  );
  await trial("@googleapis/drive", "a connection that is refused", "UNAVAILABLE", () => readFile(dead));
}
