// The envelope as a Standard Schema is taken by what takes one: Hono's validator, tRPC, and MCP's SDK 2.x.
import { sValidator } from "@hono/standard-validator";
import { initTRPC } from "@trpc/server";
import { createEnvelopeSchema, createErrorClass, getCodes, type ContractData } from "error-contract";
import { builtInContracts } from "error-contract/detect";
import { envelopeSchema as aqlSchema } from "error-contract/mcp-aql";
import { envelopeSchema, toolError, type ToolErrorEnvelope } from "error-contract/standard";
import { Hono } from "hono";
import { describe, expect, expectTypeOf, it, test } from "vitest";
import { connect, info, sdk2 } from "../kit/sdks.js";

const envelope = toolError("NOT_FOUND", "No note", { details: { id: 1 } }).toEnvelope();

test.each(builtInContracts)(
  "the schema of $name takes its envelopes, and says what is wrong with others",
  (contract) => {
    const { validate } = createEnvelopeSchema<ContractData>(contract)["~standard"];
    const errorClass = createErrorClass<ContractData>(contract);
    const field = contract.fields.code.split(".").at(-1)!;
    for (const code of Object.values(getCodes(contract as ContractData))) {
      const sent = errorClass.fromUnknown(undefined, { [field]: code }).toEnvelope();
      expect(validate(sent)).toEqual({ value: sent });
    }
    expect(validate({ error: 1 })).toHaveProperty("issues.0.message");
  },
);

it("says where details are not those of the code", () => {
  const wrong = {
    success: false,
    error: { code: "VALIDATION_MISSING_PARAM", message: "m", details: { param_name: 1 } },
  };
  expect(aqlSchema["~standard"].validate(wrong)).toEqual({
    issues: [{ message: "the details are not those of the code" }],
  });
});

describe("frameworks", () => {
  it("Hono's validator takes it", async () => {
    const app = new Hono().post("/", sValidator("json", envelopeSchema), (context) => {
      const { error } = context.req.valid("json");
      expectTypeOf(error.code).toEqualTypeOf<ToolErrorEnvelope["error"]["code"]>();
      return context.text(error.code);
    });
    const post = (body: unknown) =>
      app.request("/", { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
    expect(await (await post(envelope)).text()).toBe("NOT_FOUND");
    expect((await post({ error: { code: "NOPE" } })).status).toBe(400);
  });

  it("tRPC takes it", async () => {
    const t = initTRPC.create();
    const router = t.router({
      report: t.procedure
        .input(envelopeSchema)
        .output(envelopeSchema)
        .mutation(({ input }) => input),
    });
    const caller = t.createCallerFactory(router)({});
    expect(await caller.report(envelope)).toEqual(envelope);
    await expect(caller.report({ error: {} } as never)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("the SDK 2.x takes it as the output of a tool", async () => {
    const server = new sdk2.McpServer(info);
    server.registerTool("last_failure", { outputSchema: envelopeSchema }, () => ({
      content: [],
      structuredContent: { ...envelope },
    }));
    const client = await connect(sdk2, server);
    const [tool] = (await client.listTools()).tools;
    expect(tool?.outputSchema).toMatchObject({ type: "object", required: ["error"] });
    expect((await client.callTool({ name: "last_failure", arguments: {} })).structuredContent).toEqual(envelope);
  });
});
