export { defineContract, type ContractData } from "./contract.js";
export { conditions, type Condition } from "./conditions.js";
