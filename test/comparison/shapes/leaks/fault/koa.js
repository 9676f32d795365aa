// no-error-leak, a fault: the body of a Koa context
import { load } from "../../lib.js";

export async function text(ctx) {
  try {
    ctx.body = await load(ctx.query.path);
  } catch (error) {
    ctx.status = 500;
    ctx.body = { error: error.stack };
  }
}
