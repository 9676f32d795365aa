// valid-envelope (typed-mcp), no fault: a state of something else
export const initial = () => ({ loading: false, error: null as string | null, data: [] });
export const failed = (error: string) => ({ type: "failed", error });
