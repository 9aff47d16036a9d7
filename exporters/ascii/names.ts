import type { AsciiDialect } from '../../src/ascii/index.ts';
import type { Report } from '../../src/findings/index.ts';
import { nodeRole } from '../../src/naming/index.ts';
import type { Walkmesh } from '../../src/walkmesh/index.ts';

/** The names of a walkmesh's nodes in a dialect. */
export interface NodeNames {
	/** The model, as one word; empty where the walkmesh has no name. */
	readonly model: string;
	/** What is given as the parent of all nodes; `NULL` without a model. */
	readonly parent: string;
	readonly geometry: string;
	/** Use hook 1 and 2. */
	readonly hooks: readonly [string, string];
	/** The model that the names of hooks and parent lead a reader to, in lower case. */
	readonly hookModel: string;
}

/** Longer names would make lines that the engine cuts. */
const LONGEST_NAME = 64;

/** Names nodes as the tools of a dialect do: MDLOps puts `md` for the door and nothing for the placeable before their parts. */
export function nodeNames(walkmesh: Walkmesh, dialect: AsciiDialect, report: Report): NodeNames {
	const model = oneWord(walkmesh.name, report);
	const prefix = model === '' ? '' : `${model}_`;
	if (walkmesh.kind === 'placeable') {
		const parent = model === '' ? 'NULL' : `${model}_pwk`;
		const hooks = dialect === 'mdlops' ? 'pwk_use' : `${prefix}pwk_use`;
		const geometry = model === '' ? 'pwk_wg' : `${model}_wg`;
		return { model, parent, geometry, hooks: [`${hooks}01`, `${hooks}02`], hookModel: hookModel(`${hooks}01`, parent) };
	}
	if (walkmesh.kind === 'door') {
		const parent = model === '' ? 'NULL' : `${model}_DWK`;
		const state = walkmesh.doorState ?? 'closed';
		const start = dialect === 'mdlops' ? 'md_DWK' : `${prefix}DWK`;
		const hooks = [`${start}_dp_${state}_01`, `${start}_dp_${state}_02`] as const;
		return { model, parent, geometry: `${start}_wg_${state}`, hooks, hookModel: hookModel(hooks[0], parent) };
	}
	const plain = model === '' ? 'WALKMESH' : model;
	const geometry = model === '' || dialect === 'engine' ? plain : `${model}_wg`;
	return { model, parent: model === '' ? 'NULL' : model, geometry, hooks: ['', ''], hookModel: '' };
}

/** A name without what would end it in the text. Rooms and models have letters, digits and `_` anyway. */
function oneWord(name: string, report: Report): string {
	const written = name.replace(/[^\x21-\x7e]|#/g, '_').slice(0, LONGEST_NAME);
	if (written !== name) report.add('ASCII_NAME_CHANGED', {}, { name, written });
	return written;
}

/** Not always the model: readers take off copy suffixes, namespaces and the like. */
function hookModel(hook: string, parent: string): string {
	for (const role of [nodeRole(hook), nodeRole(parent)]) {
		if (role !== undefined && role.role !== 'marker' && role.model !== undefined) return role.model.toLowerCase();
	}
	return '';
}
