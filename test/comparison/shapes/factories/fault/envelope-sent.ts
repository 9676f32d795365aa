// prefer-factory (standard), a fault: a valid envelope, sent
export const refused = (res: { json(body: unknown): void }, id: string) => {
  res.json({ error: { code: "NOT_FOUND", message: `No ${id}`, tool: null, details: { id } } });
};
