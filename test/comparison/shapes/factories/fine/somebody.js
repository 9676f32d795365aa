// prefer-factory (standard), no fault: the envelope of somebody else
export const google = () => ({ error: { code: 404, message: "Not found", status: "NOT_FOUND" } });
export const refused = (res) => res.json({ error: "Not found" });
