import { runThread } from './build-thread.ts';

runThread();
