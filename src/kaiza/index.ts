export { kaiza } from "./contract.js";
