import type { AsciiOrigin } from '../../src/ascii/index.ts';
import type { AsciiDocument, AsciiNode } from './document.ts';

/** Whose hand a walkmesh node shows, by the habits of the tools (`docs/format.md` lists them). */
export function originOf(node: AsciiNode, document: AsciiDocument): AsciiOrigin {
	const { hints } = document;
	if (hints.has('KOTORJS')) return 'kotorjs';
	if (document.isModel)
		return node.tree?.form === 'own-line' && document.layoutPosition === undefined ? 'kotorjs' : 'kotormax';
	if (hints.has('PYKOTOR') || node.tree?.form === 'counted') return 'pykotor';
	if (document.isWalkmeshGeom || hints.has('MAXWALKMESH') || hints.has('NWMAX')) return 'nwmax';
	if (hints.has('MDLEDIT') || hints.has('WOKMESH') || hints.has('PWKMESH') || hints.has('DWKMESH')) return 'mdledit';
	return node.type === 'trimesh' ? 'mdlops' : 'engine';
}
