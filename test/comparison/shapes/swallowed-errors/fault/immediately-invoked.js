// no-swallowed-error, a fault: a main function that ends well whatever happened
import { cache, load } from "../../lib.js";

(async () => {
  try {
    cache.set("a", await load("a"));
  } catch (error) {
    console.log(error);
  }
})();
