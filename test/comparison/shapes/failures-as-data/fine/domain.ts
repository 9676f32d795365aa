// no-error-result, no fault: a record of the domain that has such a member
interface Job {
  id: string;
  status: "queued" | "failed";
  error?: string;
}
export const failedJobs = (jobs: Job[]) => jobs.filter((job) => job.status === "failed");
