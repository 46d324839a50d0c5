DROP TABLE pending_logins;
DROP TABLE second_factor_codes;
DROP TABLE second_factors;
