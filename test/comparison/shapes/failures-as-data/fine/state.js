// no-error-result, no fault: the state of a form, before anything happened
export const initialState = () => ({ error: null, loading: false, text: "" });
