// Counts the tests of several runs of one suite, of which each may be of some files only: node count.mjs MOST-SKIPPED RESULT.json… [--again RESULT.json]
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { again: { type: 'string' } } });
const [most, ...files] = positionals;
/** Tests that passed when what had failed was run again alone. */
const mended = new Set();
if (values.again !== undefined) {
	for (const { name, assertionResults } of JSON.parse(readFileSync(values.again, 'utf8')).testResults) {
		for (const { fullName, status } of assertionResults) if (status === 'passed') mended.add(`${name} ${fullName}`);
	}
}
/** What became of each test over the runs: failed where it failed once, skipped where it never ran. */
const outcomes = new Map();
/** What the tests that failed said: told last, where whoever reads only the end of a long log finds it. */
const messages = [];
const rank = { skipped: 0, pending: 0, todo: 0, passed: 1, failed: 2 };
for (const [run, file] of files.entries()) {
	// Only the last run was made again.
	const isMended = (test) => run === files.length - 1 && mended.has(test);
	for (const { name, status: outcome, message, assertionResults } of JSON.parse(readFileSync(file, 'utf8'))
		.testResults) {
		const entries = assertionResults.map(({ fullName, status }) => {
			const test = `${name} ${fullName}`;
			return [test, status === 'failed' && isMended(test) ? rank.passed : rank[status]];
		});
		for (const { fullName, status, failureMessages } of assertionResults) {
			if (status !== 'failed') continue;
			const how = isMended(`${name} ${fullName}`) ? 'failed beside others, passed alone' : 'failed';
			messages.push(`${how}: ${name} ${fullName}\n${failureMessages.join('\n')}`);
		}
		// A file that could not be loaded has no tests to tell of it.
		if (outcome === 'failed' && !assertionResults.some(({ status }) => status === 'failed')) {
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
if (failed > 0) process.exitCode = 1;
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
