import errorContract from "eslint-plugin-error-contract";
import { defineConfig } from "eslint/config";

export default defineConfig([{ files: ["**/*.js"], extends: [errorContract.configs.recommended] }]);
