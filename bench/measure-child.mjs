// Loaded into every measured process: says at its end how much memory it used at most.
import { writeSync } from 'node:fs';

process.on('exit', () => writeSync(2, `peak ${process.resourceUsage().maxRSS}\n`));
