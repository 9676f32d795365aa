// match-message-template (mcp-aql), no fault: a table of translations, section 7.3
export const ERROR_MESSAGES = {
  en: {
    VALIDATION_MISSING_PARAM: "Missing required parameter: '{param_name}'",
    NOT_FOUND_RESOURCE: "Resource not found",
  },
  es: { VALIDATION_MISSING_PARAM: "Falta el parámetro requerido: '{param_name}'" },
};
