const WEB_PAGES = "html?|php|aspx?|jsp|png|jpe?g|gif|svg|ico|css";
// Folders that routes do not have: a name with a leading dot, or a usual folder of a home.
const OWN_FOLDERS = "\\.[\\w-]+|node_modules|src|dist|Documents|Desktop|Downloads|Library|projects|workspaces?|repos";
const NAME = "[\\w.@-]+";

// A path that begins with a drive or a server's folders names a machine. One that begins with a home may be a route of
// a site, `/home/feed`, and needs a file's ending, or a folder that routes do not have.
const MACHINE_PATHS = [
  String.raw`[A-Za-z]:\\\\?\w`,
  String.raw`/var/(?:www|lib)/${NAME}`,
  `/(?:home|Users)/${NAME}(?:/${NAME})*?/(?:(?:${OWN_FOLDERS})(?![\\w.-])|` +
    `(?!${NAME}\\.(?:${WEB_PAGES})\\b)[\\w-][\\w.-]*\\.\\w{1,5}(?![\\w/]))`,
  `/root(?:/${NAME})*?/(?:(?:${OWN_FOLDERS})(?![\\w.-])|[\\w-][\\w.-]*\\.\\w{1,5}(?![\\w/]))`,
];
const MACHINE_PATH = new RegExp(`(?:^|[\\s"'\`(:=])(?:${MACHINE_PATHS.join("|")})`);
// The path of an example is no machine's.
const EXAMPLE = /(?:\be\.g\.,?|\b(?:for example|such as|examples?:),?)\s*["'`]?[^\s"'`]+/gi;

/**
 * Whether a text surely holds the absolute path of a file or folder: `/home/build/config.json`, but not `/users/:id`.
 */
export function holdsMachinePath(text: string): boolean {
  return MACHINE_PATH.test(text.replace(EXAMPLE, ""));
}
