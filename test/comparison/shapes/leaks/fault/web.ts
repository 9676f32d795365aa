// no-error-leak, a fault: a response of the web
import { load } from "../../lib.js";

export async function GET(request: Request) {
  try {
    return new Response(await load(request.url));
  } catch (error) {
    return Response.json({ error: String(error) }, { status: 500 });
  }
}
