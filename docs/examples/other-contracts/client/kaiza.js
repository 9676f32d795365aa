import { detectError } from "error-contract/detect";
import { kaiza, SystemError } from "error-contract/kaiza";

const sent = SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "There is no note 7", tool_name: "read_note" });
const result = { content: [{ type: "text", text: JSON.stringify(sent) }], isError: true };

const failure = detectError(result, { contracts: [kaiza] });
console.log(failure.contract, failure.code);
console.log(failure.recovery);
// kaiza FILE_NOT_FOUND
// Check the name or create the thing first.
