// Counts the tests of several runs of the same suite: node count.mjs MOST-SKIPPED RESULT.json…
import { readFileSync } from 'node:fs';

const [most, ...files] = process.argv.slice(2);
/** What became of each test over the runs: failed where it failed once, skipped where it never ran. */
const outcomes = new Map();
/** What the tests that failed said: told last, where whoever reads only the end of a long log finds it. */
const messages = [];
const rank = { skipped: 0, pending: 0, todo: 0, passed: 1, failed: 2 };
for (const file of files) {
	for (const { name, status: outcome, message, assertionResults } of JSON.parse(readFileSync(file, 'utf8'))
		.testResults) {
		const entries = assertionResults.map(({ fullName, status }) => [`${name} ${fullName}`, rank[status]]);
		for (const { fullName, status, failureMessages } of assertionResults) {
			if (status === 'failed') messages.push(`failed: ${name} ${fullName}\n${failureMessages.join('\n')}`);
		}
		// A file that could not be loaded has no tests to tell of it.
		if (outcome === 'failed' && !entries.some(([, value]) => value === 2)) {
			entries.push([name, 2]);
			messages.push(`failed: ${name}\n${message}`);
		}
		const seen = new Map();
		for (const [test, value] of entries) {
			// Numbers in names, such as how often something is tried, differ between the runs; the order of the tests does not.
			const alike = test.replace(/\d+/g, '#');
			const number = (seen.get(alike) ?? 0) + 1;
			seen.set(alike, number);
			const key = `${alike} ${number}`;
			outcomes.set(key, Math.max(outcomes.get(key) ?? 0, value));
		}
	}
}
const [skipped, passed, failed] = [0, 1, 2].map(
	(value) => [...outcomes.values()].filter((each) => each === value).length,
);
for (const [test, value] of outcomes) if (value === 0) console.log(`skipped: ${test}`);
if (skipped > Number(most)) {
	console.log(`More than ${most} tests were skipped.`);
	process.exitCode = 1;
}
for (const message of messages) console.log(`\n${message.slice(0, 4000)}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
