import { defineConfig } from "eslint/config";
import errorContract from "eslint-plugin-error-contract";

export default defineConfig([errorContract.configs.recommended]);
