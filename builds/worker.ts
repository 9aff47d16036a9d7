import { runThread } from './thread-jobs.ts';

runThread();
