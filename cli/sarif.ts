import type { SeverityWord } from '../src/findings/filter.ts';
import type { Finding, Location } from '../src/findings/report.ts';
import { jsonText } from '../src/text/quote.ts';

/** SARIF 2.1.0, as code scanning of GitHub, Azure and editors read it. */

/** A finding with everything that is said about it. */
export interface ToldFinding {
	readonly finding: Finding;
	readonly level: SeverityWord;
	/** The message, where in the file it is, and what can be typed. */
	readonly text: string;
}

interface SarifRun {
	readonly version: string;
	readonly exitCode: number;
	readonly failure: string | undefined;
}

export function sarifText(findings: readonly ToldFinding[], { version, exitCode, failure }: SarifRun): string {
	const codes = [...new Set(findings.map(({ finding }) => finding.code))].sort();
	const log = {
		$schema: 'https://json.schemastore.org/sarif-2.1.0.json',
		version: '2.1.0',
		runs: [
			{
				tool: { driver: { name: 'wokflow', version, rules: codes.map((code) => ruleOf(code, findings)) } },
				columnKind: 'utf16CodeUnits',
				invocations: [
					{
						executionSuccessful: failure === undefined && exitCode < 2,
						exitCode,
						...(failure === undefined
							? {}
							: { toolExecutionNotifications: [{ level: 'error', message: { text: failure } }] }),
					},
				],
				results: findings.map((told) => resultOf(told, codes)),
			},
		],
	};
	return `${jsonText(log, '\t')}\n`;
}

function ruleOf(code: string, findings: readonly ToldFinding[]): object {
	const help = findings.find(({ finding }) => finding.code === code)?.finding.help ?? '';
	return { id: code, fullDescription: { text: help }, help: { text: help } };
}

function resultOf({ finding, level, text }: ToldFinding, codes: readonly string[]): object {
	const { code, location, data, actions } = finding;
	const where = locationOf(location);
	return {
		ruleId: code,
		ruleIndex: codes.indexOf(code),
		level,
		message: { text: text.replaceAll('\n', ' ') },
		...(where === undefined ? {} : { locations: [where] }),
		properties: {
			location,
			...(data === undefined ? {} : { values: data }),
			...(actions === undefined ? {} : { actions }),
		},
	};
}

/** Where it is: the file with line and column or byte, and the room, node or face in it. */
function locationOf({ file, line, column, offset, room, node, face }: Location): object | undefined {
	const names = [
		...(room === undefined ? [] : [{ name: room, kind: 'module' }]),
		...(node === undefined ? [] : [{ name: node, kind: 'object' }]),
		...(face === undefined ? [] : [{ name: `face ${face}`, kind: 'element' }]),
	];
	if (file === undefined && names.length === 0) return undefined;
	const start = line === undefined ? {} : { startLine: line, ...(column === undefined ? {} : { startColumn: column }) };
	const region = line === undefined && offset !== undefined ? { byteOffset: offset } : start;
	return {
		...(file === undefined
			? {}
			: {
					physicalLocation: {
						artifactLocation: { uri: uriOf(file) },
						...(Object.keys(region).length === 0 ? {} : { region }),
					},
				}),
		...(names.length === 0 ? {} : { logicalLocations: names }),
	};
}

/** A path as a URI: relative ones stay so, with slashes; `C:\a` is no scheme. */
function uriOf(file: string): string {
	const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
	const drive = path.replace(/^([A-Za-z])%3A/, '/$1:');
	return drive.startsWith('/') ? `file://${drive}` : drive;
}
