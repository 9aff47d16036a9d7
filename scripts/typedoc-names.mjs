// A parameter that is taken apart where it is declared has no name; the reference calls it by its type.
import { Converter, ReflectionKind } from 'typedoc';

/** `layout` for a `Layout`, `level` for a part of a `Level`; `options` for what has no name either. */
function nameOf(type) {
	if (type?.type !== 'reference') return 'options';
	const { name, typeArguments = [] } = type;
	if (['Pick', 'Omit', 'Partial', 'Readonly', 'GivenOf'].includes(name)) return nameOf(typeArguments[0]);
	return name[0].toLowerCase() + name.slice(1);
}

export function load(app) {
	app.converter.on(Converter.EVENT_RESOLVE, (_, reflection) => {
		if (reflection.kindOf(ReflectionKind.Parameter) && reflection.name.startsWith('__namedParameters'))
			reflection.name = nameOf(reflection.type);
	});
}
