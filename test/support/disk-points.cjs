'use strict';
// Preloaded into a process of the command (`--require`): stops or kills it just before it touches a folder for the n-th time.
// DISK_POINTS has the folder, the number, and `kill`, `stop` or `count`. The file `…s` has a dot for each. With `fail` nothing can be renamed
// onto a file that ends in what is given for the number.
const fs = require('node:fs');
const [folder, number, what, file] = JSON.parse(process.env.DISK_POINTS);
const { appendFileSync, statSync, writeFileSync } = fs;
const NAMES = [
	'openSync',
	'writeSync',
	'renameSync',
	'linkSync',
	'rmSync',
	'rmdirSync',
	'mkdirSync',
	'utimesSync',
	'fsyncSync',
	'appendFileSync',
	'writeFileSync',
	'copyFileSync',
	'unlinkSync',
	'closeSync',
];
const inside = new Set();
function point(name, path) {
	const own =
		typeof path === 'number'
			? inside.has(path)
			: String(path).startsWith(folder) && !/\/code\/|\/marks?$/.test(String(path));
	if (!own) return;
	// One count for all threads.
	appendFileSync(`${file}s`, '.');
	const at = statSync(`${file}s`).size - 1;
	if (what !== 'count' && at === Number(number)) {
		writeFileSync(file, `${name} ${path}`);
		process.kill(process.pid, what === 'kill' ? 'SIGKILL' : 'SIGSTOP');
	}
}
if (what === 'fail') {
	const refused = (to) => {
		if (!String(to).endsWith(number)) return;
		throw Object.assign(new Error(`EACCES: permission denied, rename '${to}'`), {
			code: 'EACCES',
			syscall: 'rename',
			path: to,
		});
	};
	for (const [module, name] of [
		[fs, 'renameSync'],
		[fs.promises, 'rename'],
	]) {
		const real = module[name];
		module[name] = (from, to) =>
			name === 'rename'
				? Promise.resolve(to)
						.then(refused)
						.then(() => real(from, to))
				: [refused(to), real(from, to)].at(-1);
	}
}
for (const name of NAMES) {
	const real = fs[name];
	fs[name] = (path, ...more) => {
		// Reading changes nothing.
		if (name !== 'openSync' || /[wax+]/.test(String(more[0] ?? 'r'))) point(name, path);
		const result = real(path, ...more);
		if (name === 'openSync' && /[wax+]/.test(String(more[0] ?? 'r')) && String(path).startsWith(folder))
			inside.add(result);
		if (name === 'closeSync') inside.delete(path);
		return result;
	};
}
