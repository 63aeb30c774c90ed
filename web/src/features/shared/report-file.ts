export type ReportJob = { id: number; state: 'asked' | 'running' | 'done' | 'failed'; done: number; total: number };
export type ReportFormat = 'pdf' | 'xlsx';
export type Progress = Pick<ReportJob, 'done' | 'total'>;

/** How often it is asked how far a file is. */
const everyMs = 500;

/** Has a file written by the server, says how far it is and returns the job when it is done. */
export async function writtenReport<Job extends ReportJob>(
  asked: Promise<Job>,
  askAgain: (id: number) => Promise<Job>,
  onProgress: (progress: Progress) => void,
): Promise<Job> {
  let job = await asked;
  while (job.state === 'asked' || job.state === 'running') {
    onProgress(job);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    job = await askAgain(job.id);
  }
  if (job.state === 'failed') throw new Error('the file could not be written');
  return job;
}
