/** Rules of this project that oxlint does not have; .oxlintrc.json says where they apply. */
const noCurrentTime = {
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.name === 'Date' && node.arguments.length === 0)
        context.report({ node, message: 'Use src/system/runtime.ts.' });
    },
  }),
};

export default { meta: { name: 'ledger' }, rules: { 'no-current-time': noCurrentTime } };
