// Loaded into every measured process: says at its end how much memory it used at most, KiB, and how long its threads computed, microseconds.
import { writeSync } from 'node:fs';

process.on('exit', () => {
	const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
	writeSync(2, `peak ${maxRSS} cpu ${userCPUTime + systemCPUTime}\n`);
});
