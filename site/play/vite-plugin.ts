import path from "node:path";
import type { UserConfig } from "vitepress";
import { createAssets } from "./bundle.js";

type PluginOption = NonNullable<NonNullable<UserConfig["vite"]>["plugins"]>[number];
type Plugin = Extract<PluginOption, { readonly name: string }>;

interface Emitter {
  emitFile: (file: { readonly type: "asset"; readonly name: string; readonly source: string }) => string;
}

const ADDRESSES = "virtual:playground/addresses";
const SERVED = "/@playground/";
const TYPES = { ".js": "text/javascript", ".json": "application/json" };

/** Makes the workers and the declarations of the playground, and a module of their addresses. */
export function playground(): Plugin {
  let base = "/";
  let isServed = false;
  return {
    name: "playground",
    configResolved: (config) => {
      ({ base } = config);
      isServed = config.command === "serve";
    },
    resolveId: (id) => (id === ADDRESSES ? `\0${ADDRESSES}` : undefined),
    async load(this: Emitter, id: string) {
      if (id !== `\0${ADDRESSES}`) return undefined;
      const assets = Object.entries(await createAssets());
      const addresses = assets.map(([name, source]) => {
        if (isServed) return `"${base.slice(0, -1)}${SERVED}${name}"`;
        return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "asset", name, source })}`;
      });
      return assets.map(([name], index) => `export const ${path.parse(name).name} = ${addresses[index]};`).join("\n");
    },
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const name = request.url?.split(SERVED)[1];
        if (name === undefined) {
          next();
          return;
        }
        void createAssets().then((assets) => {
          response.setHeader("content-type", TYPES[path.extname(name) as keyof typeof TYPES]);
          response.end(assets[name as keyof typeof assets]);
        });
      });
    },
  };
}
