export const packages = {
  zod: "4.6.7",
  zod3: "npm:zod@3.25.76",
  valibot: "1.5.0",
  ajv: "8.20.0",
  yup: "1.7.1",
  joi: "18.3.2",
  superstruct: "2.0.2",
  arktype: "2.2.9",
  typebox: "1.4.3",
};

export async function run({ load, trial }) {
  const { z } = await load("zod");
  const mini = await load("zod/mini");
  const { z: z3 } = await load("zod3");
  const v = await load("valibot");
  const { default: Ajv } = await load("ajv");
  const yup = await load("yup");
  const { default: Joi } = await load("joi");
  const s = await load("superstruct");
  const { type } = await load("arktype");
  const { Type } = await load("typebox");
  const { default: Value } = await load("typebox/value");
  const text = { type: "string" };
  const check = new Ajv({ allErrors: true }).compile({
    $async: true,
    type: "object",
    required: ["id", "name"],
    properties: { id: text, name: text },
  });
  const validators = {
    zod: (input) => z.object({ id: z.string(), name: z.string() }).parse(input),
    "zod: mini": (input) => mini.parse(mini.object({ id: mini.string(), name: mini.string() }), input),
    zod3: (input) => z3.object({ id: z3.string(), name: z3.string() }).parse(input),
    valibot: (input) => v.parse(v.object({ id: v.string(), name: v.string() }), input),
    ajv: check,
    yup: (input) => yup.object({ id: yup.string().strict().required(), name: yup.string().required() }).validate(input),
    joi: (input) => Joi.attempt(input, Joi.object({ id: Joi.string().required(), name: Joi.string().required() })),
    superstruct: (input) => s.assert(input, s.object({ id: s.string(), name: s.string() })),
    arktype: (input) => type({ id: "string", name: "string" }).assert(input),
    typebox: (input) => Value.Parse(Type.Object({ id: Type.Array(Type.Number()), name: Type.String() }), input),
  };
  for (const [name, validate] of Object.entries(validators)) {
    const wrong = { id: true, name: "x" };
    await trial(name, "the arguments of the call", "INVALID_INPUT", validate, wrong);
    await trial(name, "a part of them", "INVALID_INPUT", ({ item }) => validate(item), { item: wrong });
    await trial(name, "a field that is missing", "MISSING_INPUT", validate, { name: "x", id: undefined });
    await trial(name, "an answer that it has fetched", "INTERNAL", () => validate(wrong), { query: "x" });
  }
}
