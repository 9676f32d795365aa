import { KaizaError } from "./error.js";

/** A write to a file that the approved plan does not mention. */
export class PlanScopeError extends KaizaError {
  /**
   * @param {string} planId
   * @param {string} filePath
   * @param {string[]} scope
   */
  constructor(planId, filePath, scope) {
    super({
      error_code: "PLAN_SCOPE_VIOLATION",
      phase: "PLAN_ENFORCEMENT",
      component: "PLAN_GUARD",
      invariant: "PLAN_COVERS_WRITE",
      human_message: `Plan ${planId} does not cover ${filePath}. Its scope is: ${scope.join(", ") || "empty"}`,
    });
    this.filePath = filePath;
  }
}
