// no-error-leak, a fault: added to the body of a Koa context
export async function failures(ctx, next) {
  try {
    await next();
  } catch (error) {
    ctx.body += String(error);
  }
}
