// prefer-factory (standard), no fault: another class of the same name
class ToolError extends TypeError {
  constructor(readonly fields: { code: string; message: string }) {
    super(fields.message);
  }
}
export const made = () => new ToolError({ code: "NOT_FOUND", message: "x" });
