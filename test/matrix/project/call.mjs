import { begin } from "./src/session.cjs";

try {
  begin("");
} catch (error) {
  console.log(error.toEnvelope().error_code);
}
