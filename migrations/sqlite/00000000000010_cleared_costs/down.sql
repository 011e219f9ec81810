DROP TABLE cleared_costs;
