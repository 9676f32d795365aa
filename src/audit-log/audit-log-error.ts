/** The operation of the log that the file system refused. */
export type AuditOperation = "open" | "write" | "sync" | "rotate" | "read" | "close";

/** The log could not be opened, written, synced to disk or read. `cause` is the system's own error. */
export class AuditLogError extends Error {
  /** The name of the class, which is the same in every copy of this package. */
  override readonly name = "AuditLogError";
  /** The system's code (`ENOSPC`, ...), or `ERR_AUDIT_LOG_` with `CLOSED`, `LINKED`, `OWNER` or `RIGHTS`. */
  readonly code: string;
  /** The file, as an absolute path. */
  readonly path: string;
  /** The operation that failed. */
  readonly operation: AuditOperation;

  /** The log creates these errors; a program catches them. */
  constructor(operation: AuditOperation, path: string, code: string, reason: string, cause?: unknown) {
    super(
      [`Cannot ${operation} the audit log ${path}: ${reason}.`, advice[`${operation} ${code}`] ?? advice[code]]
        .filter(Boolean)
        .join(" "),
      cause === undefined ? undefined : { cause },
    );
    this.code = code;
    this.path = path;
    this.operation = operation;
  }
}

const advice: Readonly<Record<string, string | undefined>> = {
  EACCES: "Give this process the right to read the file, to append to it, and to create files in its folder.",
  EDQUOT: "Free some space or raise the quota; later entries are written as soon as there is room.",
  EFBIG: "Raise the limit on file sizes, or set `rotate.size` below it.",
  EISDIR: "Give the path of a file; this is a folder.",
  ELOOP:
    "Give the path of the file itself; a symbolic link could lead entries elsewhere, and is not what rotation renames.",
  EMFILE: "Raise the limit on open files.",
  ENFILE: "Raise the limit on open files.",
  EINVAL: "Give the path of a regular file; this is a device, a pipe or a socket.",
  EIO: "Check the disk; what was written since the last success may be lost.",
  ENOENT: "Create its folder first.",
  "read ENOENT": "Give the path of a log that was written and is there still.",
  ENOSPC: "Free some space; later entries are written as soon as there is room.",
  ENOTDIR: "A part of the path is a file; give a path whose folders exist.",
  EPERM: "Give this process the right to read the file, to append to it, and to create files in its folder.",
  EROFS: "Put the log on a file system that can be written.",
  ERR_AUDIT_LOG_LINKED: "Remove the other name, by which entries could be changed unseen: `find -samefile` finds it.",
  ERR_AUDIT_LOG_OWNER: "Run this process as its owner, or give it to the user of this process with `chown`.",
  ERR_AUDIT_LOG_RIGHTS: "Take them away with `chmod 600`; for logrotate, use `create 0600`.",
};

export function fromSystemError(operation: AuditOperation, path: string, error: unknown): AuditLogError {
  if (error instanceof AuditLogError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new AuditLogError(operation, path, code ?? "UNKNOWN", message.replace(/,[^,]*$/, ""), error);
}

export function runStep<T>(operation: AuditOperation, path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw fromSystemError(operation, path, error);
  }
}
