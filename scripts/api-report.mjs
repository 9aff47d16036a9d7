// What the package exports, as a report that is committed: `npm run docs` writes it, `npm run api` fails where it differs.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import extractor from '@microsoft/api-extractor';

const { Extractor, ExtractorConfig } = extractor;
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const write = process.argv.includes('--write');
const quiet = { default: { logLevel: 'none' } };
let changed = false;

const types = `${root}/out/api/types`;
rmSync(types, { recursive: true, force: true });
cpSync(`${root}/dist`, types, { recursive: true, filter: (path) => !/\.js$/.test(path) });
for (const name of readdirSync(types, { recursive: true })) {
	if (!name.endsWith('.d.ts')) continue;
	const text = readFileSync(join(types, name), 'utf8');
	// In which order the compiler writes what it infers depends on what it saw first, which differs from machine to machine.
	const sorted = text.replace(/"[\w:-]+"(?: \| "[\w:-]+")+/g, (union) => union.split(' | ').sort().join(' | '));
	writeFileSync(join(types, name), sorted);
}
mkdirSync(`${root}/api`, { recursive: true });
const entries = Object.values(JSON.parse(readFileSync(`${root}/package.json`, 'utf8')).exports).flatMap(
	({ types }) => /^\.\/dist\/([\w-]+)\.d\.ts$/.exec(types ?? '')?.slice(1) ?? [],
);
for (const entry of entries) {
	const config = ExtractorConfig.prepare({
		packageJsonFullPath: `${root}/package.json`,
		configObjectFullPath: undefined,
		configObject: {
			projectFolder: root,
			mainEntryPointFilePath: `${types}/${entry}.d.ts`,
			apiReport: {
				enabled: true,
				reportFileName: `${entry}.api.md`,
				reportFolder: `${root}/api`,
				reportTempFolder: `${root}/out/api`,
			},
			docModel: { enabled: false },
			dtsRollup: { enabled: false },
			compiler: { tsconfigFilePath: `${root}/tsconfig.build.json` },
			messages: { compilerMessageReporting: quiet, extractorMessageReporting: quiet, tsdocMessageReporting: quiet },
		},
	});
	const before = existsSync(`${root}/api/${entry}.api.md`);
	const result = Extractor.invoke(config, {
		localBuild: write,
		showVerboseMessages: false,
		messageCallback: (message) => {
			message.handled = true;
		},
	});
	if (result.apiReportChanged || !before) {
		changed = true;
		console.log(`api/${entry}.api.md ${write ? 'was written' : 'differs from what the package exports: npm run docs'}`);
	}
}
if (changed && !write) process.exitCode = 1;
